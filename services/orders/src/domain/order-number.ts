/** Without 0, 1, I and O, which people mistake for one another. */
const ORDER_NUMBER_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const ORDER_NUMBER_LENGTH = 6;

/**
 * A display number, drawn from about a thousand million.
 * @param random a whole number from 0 up to, not including, its argument
 */
export function drawOrderNumber(random: (below: number) => number): string {
  return Array.from(
    { length: ORDER_NUMBER_LENGTH },
    () => ORDER_NUMBER_ALPHABET[random(ORDER_NUMBER_ALPHABET.length)],
  ).join('');
}
