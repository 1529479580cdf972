const SWEEPS = 5_000;

/**
 * Finds one factor of at least 0 for each column. Each row's figures, multiplied by these factors and added up, must
 * come as near as possible to the row's value.
 * @param mayBe for each column, whether its factor may differ from zero
 */
export function leastSquares(
  rows: readonly (readonly number[])[],
  values: readonly number[],
  mayBe: readonly boolean[],
): number[] {
  const unknowns = mayBe.map(() => 0);
  const left = [...values];
  for (let sweep = 0; sweep < SWEEPS; sweep += 1)
    for (const [place, may] of mayBe.entries()) {
      const norm = rows.reduce((sum, row) => sum + (row[place] as number) ** 2, 0);
      if (!may || norm === 0) continue;
      const pull = rows.reduce((sum, row, line) => sum + (row[place] as number) * (left[line] as number), 0);
      const next = Math.max(0, (unknowns[place] as number) + pull / norm);
      const step = next - (unknowns[place] as number);
      unknowns[place] = next;
      rows.forEach((row, line) => {
        left[line] = (left[line] as number) - step * (row[place] as number);
      });
    }
  return unknowns;
}
