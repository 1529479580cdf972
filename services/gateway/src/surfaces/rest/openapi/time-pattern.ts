/**
 * Parts of the patterns below. The patterns work in any programming language. They match only days that exist, from
 * 1970 on.
 */
const YEAR = '(19[7-9]\\d|[2-9]\\d{3})';
/** A year that ends in 00 is a leap year only if it is divisible by 400. */
const LEAP_YEAR =
  '(19(7[26]|8[048]|9[26])|([2468][048]|[3579][26])00|[2-9]\\d(0[48]|[2468][048]|[13579][26]))';
const MONTH_AND_DAY =
  '((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))';
const DAY = `(${YEAR}-${MONTH_AND_DAY}|${LEAP_YEAR}-02-29)`;

const HOUR = '([01]\\d|2[0-3])';
const SIXTY = '[0-5]\\d';
const MIDNIGHT = '24:00(:00(\\.0{1,9})?)?';
const ZONE = `(Z|[+-]${HOUR}:?${SIXTY})`;
const TIME = `T(${HOUR}:${SIXTY}(:${SIXTY}(\\.\\d{1,9})?)?|${MIDNIGHT})${ZONE}?`;

/** Matches a day. */
export const DAY_PATTERN = `^${DAY}$`;
/** Matches a day with or without a time. */
export const TIME_PATTERN = `^${DAY}(${TIME})?$`;
