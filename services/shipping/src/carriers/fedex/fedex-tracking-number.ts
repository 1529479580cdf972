/** Twelve digits: 7, a serial of ten and the check digit. */
export function fedexTrackingNumber(serial: number): string {
  const body = `7${String(serial % 1e10).padStart(10, '0')}`;
  return `${body}${fedexCheckDigit(body)}`;
}

/** Modulo 11 with weights 3, 1, 7 from the left; a rest of 10 is written 0. */
export function fedexCheckDigit(body: string): number {
  const weights = [3, 1, 7];
  const sum = [...body].reduce(
    (total, digit, position) => total + Number(digit) * (weights[position % 3] as number),
    0,
  );
  return (sum % 11) % 10;
}
