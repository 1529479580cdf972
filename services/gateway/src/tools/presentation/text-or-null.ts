/** Contracts say "not given" with an empty text or absence; results say it with null. */
export const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;
