package demo;
public class Range { private final int lo, hi; public Range(int lo, int hi) { if (hi < lo) throw new IllegalArgumentException("empty"); this.lo = lo; this.hi = hi; }
 public boolean isBroken() { if (hi < lo) return true; return false; } public int length() { return hi - lo; } public boolean contains(int x) { return lo <= x && x < hi; }
 public Range intersect(Range o) { if (o.lo > hi || lo > o.hi) return null; return new Range(Math.max(lo, o.lo), Math.min(hi, o.hi)); } }
