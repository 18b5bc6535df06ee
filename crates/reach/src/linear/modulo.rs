//! Linear algebra modulo a prime: what holds of whole numbers nearly always, at the cost of machine words.

const PRIME: i64 = (1 << 31) - 1;

/// What rows span, in a form that is the same for the same: as many rows as are independent.
pub(super) fn span<'a>(rows: impl Iterator<Item = &'a [i128]>) -> Vec<Vec<i64>> {
    let mut rows: Vec<Vec<i64>> = rows.map(|row| row.iter().map(remainder).collect()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    let mut rank = 0;
    for column in 0..columns {
        let Some(found) = (rank..rows.len()).find(|row| rows[*row][column] != 0) else { continue };
        let mut pivot = rows.swap_remove(found);
        let inverse = inverse(pivot[column]);
        pivot.iter_mut().for_each(|number| *number = *number * inverse % PRIME);
        for row in &mut rows {
            let times = PRIME - row[column];
            if times != PRIME {
                row.iter_mut().zip(&pivot).for_each(|(number, by)| *number = (*number + times * by) % PRIME);
            }
        }
        rows.insert(rank, pivot);
        rank += 1;
    }
    rows.truncate(rank);
    rows
}

fn remainder(number: &i128) -> i64 {
    match i64::try_from(*number) {
        Ok(number) => number.rem_euclid(PRIME),
        Err(_) => number.rem_euclid(i128::from(PRIME)) as i64,
    }
}

/// What a number has to be multiplied by for the product to be one, after Fermat.
fn inverse(number: i64) -> i64 {
    let (mut power, mut square, mut left) = (1, number, PRIME - 2);
    while left > 0 {
        if left % 2 == 1 {
            power = power * square % PRIME;
        }
        square = square * square % PRIME;
        left /= 2;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_rows_are_independent() {
        let rows = [[1, 2, 3], [2, 4, 6], [0, 1 << 90, 1]];
        assert_eq!(span(rows.iter().map(|row| &row[..])).len(), 2);
        assert_eq!(span(rows.iter().map(|row| &row[..2])).len(), 2);
        assert_eq!(span(rows.iter().map(|row| &row[2..])).len(), 1);
    }

    #[test]
    fn rows_that_span_the_same_do_so_modulo_a_prime() {
        let (one, other) = ([[3_i128, 1, 4], [1, 5, 9]], [[4_i128, 6, 13], [-2, 4, 5]]);
        assert_eq!(span(one.iter().map(|row| &row[..])), span(other.iter().map(|row| &row[..])));
        assert_ne!(span(one.iter().map(|row| &row[..])), span([[3, 1, 4], [1, 5, 8]].iter().map(|row| &row[..])));
    }
}
