//! The store against full, damaged, shared and forbidden files.

use clew_base::Digest;
use clew_store::{Store, Trouble};
use std::path::Path;
use std::thread;

const LIMIT: u64 = 1 << 20;

fn key(number: u32) -> Digest {
    Digest::of(&number.to_le_bytes())
}

/// Bytes that do not pack well.
fn value(number: u32, length: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(u64::from(number));
    (0..length).map(|_| random.u8(..)).collect()
}

fn store(folder: &Path) -> Store {
    Store::new(folder, LIMIT)
}

#[test]
fn what_was_put_is_there_for_others() -> Result<(), Trouble> {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("not/there/yet");
    assert_eq!(store(&place).get(&[key(1)])?, [None]);
    assert!(!place.exists(), "who only asks leaves nothing behind");
    store(&place).put(&[(key(1), value(1, 10)), (key(2), value(2, 0))])?;
    store(&place).put(&[(key(2), value(3, 30))])?;
    assert_eq!(store(&place).get(&[key(2), key(7), key(1)])?, [Some(value(3, 30)), None, Some(value(1, 10))]);
    let figures = store(&place).figures()?;
    assert_eq!(figures.entries, 2);
    assert!(figures.bytes > 40 && figures.file_bytes > figures.bytes, "{figures:?}");
    store(&place).clear()?;
    assert_eq!(store(&place).figures()?.entries, 0);
    Ok(())
}

#[test]
fn what_was_not_used_for_long_goes_first() -> Result<(), Trouble> {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store(folder.path());
    for number in 0..9 {
        store.put(&[(key(number), value(number, 100 << 10))])?;
    }
    assert!(store.get(&[key(0)])?[0].is_some());
    for number in 9..12 {
        store.put(&[(key(number), value(number, 100 << 10))])?;
    }
    let kept: Vec<bool> = store.get(&(0..12).map(key).collect::<Vec<_>>())?.iter().map(Option::is_some).collect();
    assert!(kept[0] && kept[11] && !kept[1], "{kept:?}");
    assert!(store.figures()?.bytes <= LIMIT);
    let before = store.figures()?;
    store.trim(250 << 10)?;
    let figures = store.figures()?;
    assert_eq!(figures.entries, 2);
    assert!(figures.file_bytes <= before.file_bytes, "{figures:?}, {before:?}");
    // What is larger than all may be is not kept, and drives nothing out.
    store.put(&[(key(99), value(99, 2 << 20))])?;
    assert_eq!((store.figures()?.entries, &store.get(&[key(99)])?[..]), (2, &[None][..]));
    Ok(())
}

#[test]
fn many_may_write_at_one_time() -> Result<(), Trouble> {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    thread::scope(|scope| {
        let writers: Vec<_> = (0..4)
            .map(|writer| {
                scope.spawn(move || {
                    (0..8).try_for_each(|at| store(place).put(&[(key(10 * writer + at), value(writer, 100))]))
                })
            })
            .collect();
        writers.into_iter().try_for_each(|writer| writer.join().expect("no panic"))
    })?;
    assert_eq!(store(place).figures()?.entries, 32);
    Ok(())
}

#[test]
fn a_damaged_file_is_begun_anew() -> Result<(), Trouble> {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store(folder.path());
    for text in ["", "no database", &"x".repeat(100_000)] {
        std::fs::write(store.file(), text).expect("a file");
        // An empty file is a new one.
        let result = store.get(&[key(1)]);
        assert!(matches!(result, Ok(_) | Err(Trouble::Damaged { .. })), "{result:?}");
        store.put(&[(key(1), value(1, 50))])?;
        assert_eq!(store.get(&[key(1)])?, [Some(value(1, 50))]);
    }
    Ok(())
}

#[test]
fn no_damage_gives_another_value() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store(folder.path());
    let all: Vec<(Digest, Vec<u8>)> = (0..200).map(|number| (key(number), value(number, 300))).collect();
    let keys: Vec<Digest> = all.iter().map(|(key, _)| *key).collect();
    store.put(&all).expect("it is kept");
    let whole = std::fs::read(store.file()).expect("the file");
    let used = whole.iter().rposition(|byte| *byte != 0).unwrap_or(0) + 1;
    let mut random = fastrand::Rng::with_seed(1);
    for round in 0..60 {
        let mut bytes = whole.clone();
        match round % 3 {
            0 => (0..20).for_each(|_| bytes[random.usize(..used)] ^= 1 << random.u8(..8)),
            1 => bytes.truncate(random.usize(..used)),
            _ => {
                let from = random.usize(..used);
                bytes[from..].iter_mut().take(5000).for_each(|byte| *byte = random.u8(..));
            }
        }
        std::fs::write(store.file(), bytes).expect("a file");
        if let Ok(found) = store.get(&keys) {
            for (found, (_, value)) in found.iter().zip(&all) {
                assert!(found.as_ref().is_none_or(|found| found == value), "round {round}");
            }
        }
        // Whatever it was, the next run can keep its results.
        if store.put(&all[..1]).is_err() {
            store.put(&all[..1]).expect("it is begun anew");
        }
    }
}

#[test]
fn a_place_that_cannot_be_written_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let result = store(&file).put(&[(key(1), value(1, 1))]);
    assert!(matches!(result, Err(Trouble::Unusable { .. })), "{result:?}");
    assert_eq!(store(&file).get(&[key(1)]), Ok(vec![None]));
}
