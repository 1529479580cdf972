/** `$12.05` */
export const dollars = (cents: number): string =>
  `$${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** `2 lb 3 oz`, fractions of an ounce rounded up. */
export function weight(ounces: number): string {
  const whole = Math.ceil(ounces);
  const [pounds, rest] = [Math.floor(whole / 16), whole % 16];
  if (pounds === 0) return `${rest} oz`;
  return rest === 0 ? `${pounds} lb` : `${pounds} lb ${rest} oz`;
}

/** `02 MAR 2026` */
export function labelDate(date: Date): string {
  const [day, month, year] = date
    .toLocaleDateString('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .split(' ');
  return `${day} ${month?.slice(0, 3).toUpperCase()} ${year}`;
}
