import type { DayValue } from '../../view/charts/area-chart';

const DAY_MS = 86_400_000;

/** Every day of the period with its labels: a report names only days that have some. */
export function everyDay(
  period: { from: string; to: string },
  known: readonly { date: string; labels: number }[],
): DayValue[] {
  const labels = new Map(known.map((row) => [row.date, row.labels]));
  const first = Date.parse(`${period.from}T00:00:00Z`);
  const count = Math.round((Date.parse(`${period.to}T00:00:00Z`) - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * DAY_MS);
    return { day, value: labels.get(day.toISOString().slice(0, 10)) ?? 0 };
  });
}
