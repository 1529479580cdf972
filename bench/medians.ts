import { quantile } from './quantile';

/**
 * Returns the median of each figure separately. It does not return all figures of one round, because the round with the
 * median rate may have an unusual processor time.
 */
export function medians<Figures extends object>(rounds: readonly Figures[]): Figures {
  const names = Object.keys(rounds[0] ?? {}) as (keyof Figures)[];
  const median = (name: keyof Figures) =>
    quantile(
      rounds.map((round) => Number(round[name])),
      0.5,
    );
  return Object.fromEntries(names.map((name) => [name, median(name)])) as Figures;
}
