/** How far back the reports look. */
export interface ReportQuery {
  /** Calendar months of the spend report, the current one included. */
  readonly months: number;
  /** Days of volume and delivery, today included. */
  readonly days: number;
}

export const MONTHS = [3, 6, 12, 24] as const;
export const DAYS = [7, 30, 90] as const;

/** What is not among the choices is the tools' own default, so that both show the same. */
export function readReportQuery(query: URLSearchParams): ReportQuery {
  const among = (name: string, choices: readonly number[], fallback: number) =>
    choices.find((choice) => String(choice) === query.get(name)) ?? fallback;
  return { months: among('months', MONTHS, 6), days: among('days', DAYS, 30) };
}
