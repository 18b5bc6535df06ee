// Shows the sources in the page, and what is known about a line when it is chosen. Texts of the program only ever become
// text nodes. The keys of the JSON are those of data.rs.
'use strict';
(() => {
  const $ = id => document.getElementById(id);
  const SVG = 'http://www.w3.org/2000/svg';
  const words = JSON.parse($('words').textContent);
  const units = new Map();
  const VERDICTS = {
    'reached': ['✓', 'reached'],
    'partly': ['◐', 'partly reached'],
    'unreachable': ['✕', 'unreachable'],
    'unreachable-if': ['⊘', 'unreachable under assumptions'],
    'unreachable-within': ['≤', 'unreachable within bounds'],
    'undecided': ['?', 'undecided'],
    'untargeted': ['·', 'not explored'],
  };
  const REPLAYS = {
    confirmed: 'confirmed by a JVM', mismatch: 'contradicted by the JVM', timeout: 'did not end in time',
    unstable: 'two runs differ', interferes: 'passes alone, but not together with other tests: not written', skipped: 'not run', caged: 'kept from harm by the cage, written disabled',
  };
  let shown = null; // the position of the source file on screen
  let chosen = null; // the line whose details are shown

  // make('a.b', {href: 'x'}, child, …): an element with a class; strings become text nodes.
  function make(what, attributes, ...children) {
    const [tag, ...classes] = what.split('.');
    const element = document.createElement(tag);
    if (classes.length) element.className = classes.join(' ');
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
      else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
    }
    element.append(...children.filter(child => child !== null && child !== undefined));
    return element;
  }

  function draw(tag, attributes, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  function unit(at) {
    if (!units.has(at)) {
      const block = $('unit-' + at);
      if (!block) return null;
      const data = JSON.parse(block.textContent);
      data.rows = data.text === null ? null : data.text.replace(/(\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/);
      data.goals = new Map(data.lines.map(([line, verdict, goals]) => [line, {verdict, goals}]));
      units.set(at, data);
    }
    return units.get(at);
  }

  // --- the source -------------------------------------------------------------

  function showUnit(at) {
    const data = unit(at);
    if (!data) return showOverview();
    if (shown !== at) {
      shown = at;
      const listing = data.rows ? null : listings(data);
      $('source').replaceChildren(heading(data), stale(data) || '', rows(data), listing || '');
      $('main').scrollTop = 0;
    }
    $('overview').hidden = true;
    $('source').hidden = false;
    for (const link of $('files').children) {
      if (link.getAttribute('href') === '#u' + at) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    document.title = data.name + ' · Clew';
  }

  function showOverview() {
    closeDetail();
    shown = null;
    $('overview').hidden = false;
    $('source').hidden = true;
    for (const link of $('files').children) link.removeAttribute('aria-current');
  }

  function heading(data) {
    const place = data.place || 'The source was not found. Name its folder or jar with --sources.';
    return make('div.heading', {}, make('h1', {}, data.name), make('p.quiet', {}, place));
  }

  function stale(data) {
    const last = Math.max(0, ...data.goals.keys());
    if (!data.rows || last <= data.rows.length) return null;
    return make('p.notes', {}, `The classes speak of line ${last}, and this file has ${data.rows.length}: it is not the one they were compiled from.`);
  }

  function rows(data) {
    const list = make('div.code', {role: 'list'});
    const unknown = data.goals.get(0);
    if (unknown) list.append(row(data, 0, unknown));
    const last = Math.max(0, ...data.goals.keys(), data.rows ? data.rows.length : 0);
    for (let line = 1; line <= last; line++) {
      const found = data.goals.get(line);
      if (found || data.rows) list.append(row(data, line, found));
    }
    return list;
  }

  function row(data, line, found) {
    const text = data.rows ? data.rows[line - 1] || '' : whose(data, found);
    if (!found) return make('div.ln', {role: 'listitem', id: 'l' + line}, make('span.no', {}, String(line)), make('span.mark'), make('code', {}, text));
    const [glyph, name] = VERDICTS[found.verdict];
    const label = line ? `Line ${line}: ${name}` : `Line not known: ${name}`;
    const number = make('button.no', {type: 'button', 'aria-label': label, title: label}, line ? String(line) : '–');
    return make('div.ln.v-' + found.verdict, {role: 'listitem', id: 'l' + line, onclick: () => { location.hash = `u${shown}:${line}`; }},
      number, make('span.mark', {'aria-hidden': 'true'}, glyph), make('code', {}, text), chips(data, found.goals));
  }

  // Which methods a line without its text belongs to.
  function whose(data, found) {
    return found ? [...new Set(found.goals.map(([method]) => data.methods[method].name))].join(', ') : '';
  }

  // The edges of the branches of a line, and the exceptions that tests make arise there.
  function chips(data, goals) {
    const out = make('span.chips');
    for (const [method, at] of goals) {
      const goal = data.methods[method].goals[at];
      if (goal.kind === 'branch') {
        out.append(make('span.chip.v-' + goal.verdict, {title: `${goal.what}: ${VERDICTS[goal.verdict][1]}`}, short(goal.what)));
      } else if (goal.kind !== 'line' && goal.verdict === 'reached') {
        const what = goal.kind === 'assert' ? 'assert fails' : simple(goal.what).replace(/Exception$/, '');
        out.append(make('span.chip.throws', {title: `${goal.what} arises here in a test`}, what));
      }
    }
    return out;
  }

  // An edge in few letters: T, F, a case of a switch, or its default.
  function short(edge) {
    return edge.replace(/^branch /, '').replace('true', 'T').replace('false', 'F').replace('case ', '').replace('default', 'else');
  }

  function listings(data) {
    const one = method => make('details.listing', {}, make('summary', {}, method.name), make('pre', {}, method.listing));
    return make('div', {}, make('h2', {}, 'Code, as Clew sees it'), ...data.methods.filter(method => method.listing).map(one));
  }

  const simple = name => name.slice(name.lastIndexOf('.') + 1);

  // --- the details of a line --------------------------------------------------

  function showLine(line) {
    const data = unit(shown);
    const found = data.goals.get(line);
    chosen = found ? line : null;
    for (const old of document.querySelectorAll('.ln.chosen')) old.classList.remove('chosen');
    const at = $('l' + line);
    if (at) {
      at.classList.add('chosen');
      const [box, view] = [at.getBoundingClientRect(), $('main').getBoundingClientRect()];
      if (box.top < view.top + 20 || box.bottom > view.bottom - 20) at.scrollIntoView({block: 'center'});
    }
    if (!found) return closeDetail();
    const [, name] = VERDICTS[found.verdict];
    const close = make('button.close', {type: 'button', 'aria-label': 'Close', onclick: () => { location.hash = 'u' + shown; }}, '×');
    const title = make('h2', {}, line ? `Line ${line} ` : 'Line not known ', make('span.badge.v-' + found.verdict, {}, name));
    const text = data.rows && line ? make('pre.quote', {}, (data.rows[line - 1] || '').trim()) : '';
    $('detail').replaceChildren(close, title, text, goalList(data, found.goals), make('div', {id: 'answer'}));
    $('detail').hidden = false;
    $('detail').scrollTop = 0;
    showGoal(data, ...found.goals[0]);
  }

  function closeDetail() {
    chosen = null;
    $('detail').hidden = true;
    trail([]);
    for (const old of document.querySelectorAll('.ln.chosen')) old.classList.remove('chosen');
  }

  function goalList(data, goals) {
    const list = make('ul.goals');
    let last = null;
    for (const [method, at] of goals) {
      const owner = data.methods[method];
      if (method !== last) list.append(make('li.owner', {}, owner.name));
      last = method;
      list.append(make('li', {}, goalButton(data, method, at)));
    }
    return list;
  }

  function goalButton(data, method, at) {
    const goal = data.methods[method].goals[at];
    const what = goal.kind === 'line' ? 'the line itself' : goal.kind === 'exception' ? simple(goal.what) : goal.what;
    const [glyph, name] = VERDICTS[goal.verdict];
    const count = goal.verdict === 'reached' ? reaching(data, method, at).length : 0;
    const basis = count ? ` · ${count} ${count === 1 ? 'test' : 'tests'}` : '';
    return make('button.goal.v-' + goal.verdict, {type: 'button', 'data-goal': `${method}:${at}`, title: goal.what, onclick: () => showGoal(data, method, at)},
      make('span.mark', {'aria-hidden': 'true'}, glyph), make('span', {}, what), make('span.quiet', {}, name + basis));
  }

  // The positions of the tests that reach a goal; the one that its verdict names is the first.
  function reaching(data, method, at) {
    const {goals, tests} = data.methods[method];
    const others = tests.map((_, test) => test).filter(test => test !== goals[at].test && tests[test].goals.includes(at));
    return goals[at].elsewhere ? others : [goals[at].test, ...others];
  }

  // Shows what the verdict on a goal rests on: tests, a proof, or open questions.
  function showGoal(data, method, at) {
    for (const button of document.querySelectorAll('#detail .goal')) {
      button.setAttribute('aria-pressed', String(button.dataset.goal === `${method}:${at}`));
    }
    const {goals, untargeted} = data.methods[method];
    const goal = goals[at];
    if (untargeted) {
      trail([]);
      const found = goal.elsewhere ? `The test ${goal.elsewhere[1]} of ${goal.elsewhere[0]} goes through this line.` : 'No confirmed test goes through this line.';
      return $('answer').replaceChildren(make('p', {}, found), make('p.quiet', {}, 'Private methods, methods made by the compiler and class initializers have no goals of their own; the flag --method takes the name of a method to be explored.'));
    }
    if (goal.verdict !== 'reached') {
      trail([]);
      return $('answer').replaceChildren(goal.rests ? proof(goal) : terms(goal.why, 'Not decided, because:'), attacks(goal));
    }
    if (goal.elsewhere) {
      trail([]);
      const [of, test] = goal.elsewhere;
      return $('answer').replaceChildren(make('p', {}, `No test of this method gets here. The test ${test} of ${of} does, in a call below it or while a class is initialized.`));
    }
    const list = reaching(data, method, at);
    const all = data.methods[method].tests;
    const option = (test, place) => make('option', {value: test}, `${place + 1} of ${list.length}: ${all[test].name || 'a test that is not kept'}`);
    const select = make('select', {'aria-label': 'Test that gets there', onchange: event => showTest(data, method, Number(event.target.value))}, ...list.map(option));
    const doubt = goal.sure ? '' : make('p.notes', {}, 'No JVM has confirmed that this is reached.');
    $('answer').replaceChildren(doubt, select, make('div', {id: 'test'}), attacks(goal));
    showTest(data, method, list[0]);
  }

  function proof(goal) {
    const claims = {
      'unreachable': 'Proved for every input. The proof takes for granted:',
      'unreachable-if': 'Proved for every input, provided that all of this holds:',
      'unreachable-within': 'Proved for the executions that keep these bounds and assumptions:',
    };
    return terms(goal.rests, claims[goal.verdict]);
  }

  // What was tried against the assumptions of the proof that the goal has, or had before a test broke one of them.
  function attacks(goal) {
    if (!goal.attacks) return '';
    const claim = goal.verdict === 'reached' ? 'It was proved to be out of reach, until what that rests on was attacked:' : 'What the proof rests on was attacked:';
    return make('div.terms', {}, make('p', {}, claim), make('ul', {}, ...goal.attacks.map(text => make('li', {}, text))));
  }

  function terms(list, claim) {
    const entries = list.flatMap(at => [make('dt', {}, make('code', {}, words[at][0])), make('dd', {}, words[at][1])]);
    return make('div.terms', {}, make('p', {}, claim), make('dl', {}, ...entries));
  }

  // --- a test -----------------------------------------------------------------

  function showTest(data, method, at) {
    const test = data.methods[method].tests[at];
    if (!test) return;
    const parts = [];
    parts.push(make('p', {}, make('span.badge.r-' + test.replay, {}, REPLAYS[test.replay] || test.replay), ' ', test.outcome));
    if (test.detail) parts.push(make('p.notes', {}, test.detail));
    if (test.inputs.length) parts.push(section('Inputs', true, inputs(test)));
    if (test.heap) parts.push(section('Heap before the call', true, heap(test.heap)));
    parts.push(section('Trace', true, trace(data, test.trace)));
    if (test.source) parts.push(section('Test', true, make('pre.java', {}, test.source)));
    if (test.condition && test.condition !== 'true') parts.push(section('Path condition', false, make('pre', {}, test.condition)));
    $('test').replaceChildren(...parts);
    trail([...test.trace.head, ...test.trace.tail].filter(([of]) => test.trace.methods[of][1] === shown).flatMap(([, , lines]) => lines));
  }

  function section(title, open, content) {
    const details = make('details.section', {}, make('summary', {}, title), content);
    details.open = open;
    return details;
  }

  function inputs(test) {
    return make('table.inputs', {}, make('tbody', {}, ...test.inputs.map(([name, value]) =>
      make('tr', {}, make('th', {scope: 'row'}, name), make('td', {}, make('code', {}, value))))));
  }

  // Marks the lines in the source that an execution goes through.
  function trail(lines) {
    for (const old of document.querySelectorAll('.ln.trail')) old.classList.remove('trail');
    for (const line of new Set(lines)) {
      const at = $('l' + line);
      if (at) at.classList.add('trail');
    }
  }

  function trace(data, trace) {
    const list = make('ol.trace');
    const add = ([of, depth, lines]) => {
      const [name, file] = trace.methods[of];
      const other = file === null ? null : unit(file);
      const indent = 'd' + Math.min(depth, 8);
      list.append(make('li.call.' + indent, {}, name));
      for (const line of lines) {
        const text = other && other.rows ? (other.rows[line - 1] || '').trim() : '';
        const number = file === null ? make('span.no', {}, String(line)) : make('a.no', {href: `#u${file}:${line}`}, String(line));
        list.append(make('li.step.' + indent, {}, number, make('code', {}, text)));
      }
    };
    trace.head.forEach(add);
    if (trace.omitted) list.append(make('li.call', {}, `… ${trace.omitted} lines left out …`));
    trace.tail.forEach(add);
    if (!list.children.length) list.append(make('li.call', {}, 'No line of the program: its class files have no line numbers.'));
    else if (!trace.whole) list.append(make('li.call', {}, 'The execution goes on; it was not followed further.'));
    return list;
  }

  function heap(drawing) {
    const right = Math.max(...drawing.nodes.map(node => node.x + node.w)) + 52;
    const low = Math.max(...drawing.nodes.map(node => node.y + node.h)) + 8;
    const marker = draw('marker', {id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto-start-reverse'},
      draw('path', {d: 'M0 0L8 4L0 8z', class: 'arrow'}));
    const svg = draw('svg', {class: 'heap', role: 'img', 'aria-label': `${drawing.nodes.length} boxes, ${drawing.edges.length} references`,
      width: right, height: low + 20, viewBox: `0 -20 ${right} ${low + 20}`}, draw('defs', {}, marker));
    for (const edge of drawing.edges) svg.append(draw('path', {d: edge, class: 'edge', 'marker-end': 'url(#arrow)'}));
    for (const node of drawing.nodes) svg.append(box(node));
    // A wide drawing is shown smaller, as far as it can then still be read.
    svg.style.minWidth = `${Math.round(right * 0.7)}px`;
    const parts = [make('div.scroll', {}, svg)];
    if (drawing.leftOut) parts.push(make('p.quiet', {}, `${drawing.leftOut} more objects are not drawn.`));
    return make('div', {}, ...parts);
  }

  const ROW = 19;

  function box(node) {
    const group = draw('g', {class: 'node ' + node.kind, transform: `translate(${node.x} ${node.y})`});
    group.append(draw('rect', {width: node.w, height: node.h, rx: 5}));
    let y = 2;
    if (node.title) {
      group.append(draw('text', {class: 'title', x: 10, y: y + 14}, node.title));
      y += ROW;
      if (node.rows.length) group.append(draw('path', {class: 'rule', d: `M0 ${y + 1}H${node.w}`}));
    }
    for (const [name, value, refers] of node.rows) {
      group.append(draw('text', {x: 10, y: y + 14}, name));
      if (value) group.append(draw('text', {class: 'value', x: node.w - 10, y: y + 14, 'text-anchor': 'end'}, value));
      if (refers) group.append(draw('circle', {cx: node.w - 1, cy: y + ROW / 2, r: 3}));
      y += ROW;
    }
    return group;
  }

  // --- moving about -----------------------------------------------------------

  function follow() {
    const match = /^#u(\d+)(?::(\d+))?$/.exec(location.hash);
    if (!match) return showOverview();
    showUnit(Number(match[1]));
    if (shown === null) return;
    if (match[2] === undefined) closeDetail();
    else showLine(Number(match[2]));
  }

  // Goes to the next line for which `wanted` holds, in the direction of `step`.
  function move(step, wanted) {
    if (shown === null) return;
    const lines = [...unit(shown).goals.entries()].filter(([, found]) => wanted(found)).map(([line]) => line).sort((a, b) => a - b);
    const here = chosen === null ? (step > 0 ? -1 : Infinity) : chosen;
    const next = step > 0 ? lines.find(line => line > here) : lines.filter(line => line < here).pop();
    if (next !== undefined) location.hash = `u${shown}:${next}`;
  }

  function filter() {
    const wanted = $('filter').value.trim().toLowerCase();
    const has = element => element.dataset.name.toLowerCase().includes(wanted);
    for (const link of $('files').children) link.hidden = !has(link);
    let any = false;
    for (const file of document.querySelectorAll('details.file')) {
      const whole = has(file);
      let inside = false;
      for (const row of file.querySelectorAll('tbody tr')) {
        row.hidden = !whole && !has(row);
        inside = inside || !row.hidden;
      }
      file.hidden = !whole && !inside;
      if (wanted && !whole && inside) file.open = true;
      any = any || !file.hidden;
      const link = document.querySelector(`#files a[href="${file.querySelector('summary a').getAttribute('href')}"]`);
      if (link && !file.hidden) link.hidden = false;
    }
    $('none').hidden = any;
    if (shown !== null && wanted) location.hash = '';
  }

  const KEYS = {
    '/': () => { $('filter').focus(); $('filter').select(); },
    'j': () => move(1, () => true),
    'k': () => move(-1, () => true),
    'n': () => move(1, found => found.verdict !== 'reached'),
    'p': () => move(-1, found => found.verdict !== 'reached'),
    'Escape': () => { if (shown !== null) location.hash = chosen === null ? '' : 'u' + shown; },
  };

  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === $('filter')) {
      if (event.key === 'Escape') { $('filter').value = ''; filter(); $('filter').blur(); }
      return;
    }
    const act = KEYS[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  $('filter').addEventListener('input', filter);
  window.addEventListener('hashchange', follow);
  follow();
})();
