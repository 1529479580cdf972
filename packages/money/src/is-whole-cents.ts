import { fromDollars, toDollars } from './dollars';

/** A rounding error of a program, such as 0.1 + 0.2 = 0.30000000000000004. */
const ROUNDING_OF_PROGRAMS = 0.000001;

/** Whether a dollar amount from outside is a whole number of cents. A rounding error of a program is accepted. */
export const isWholeCents = (dollars: number): boolean =>
  Math.abs(toDollars(fromDollars(dollars)) - dollars) < ROUNDING_OF_PROGRAMS;
