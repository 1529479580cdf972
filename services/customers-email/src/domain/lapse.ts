/** Days without an order after which a customer counts as lapsed, where nobody says otherwise. */
export const LAPSED_AFTER_DAYS = 90;

const DAY_MS = 86_400_000;

/** The moment that lies so many days back: who ordered last before it has lapsed. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
