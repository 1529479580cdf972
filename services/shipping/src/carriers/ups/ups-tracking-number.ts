/** `1Z`, shipper number, service, serial and check digit; 18 characters. */
export function upsTrackingNumber(serviceCode: string, serial: number): string {
  // The shipper number grows with every ten million labels, for the serial has seven digits.
  const shipper = `PY${String(Math.floor(serial / 1e7) % 1e4).padStart(4, '0')}`;
  const body = `${shipper}${serviceCode}${String(serial % 1e7).padStart(7, '0')}`;
  return `1Z${body}${upsCheckDigit(body)}`;
}

/** Over the 15 characters after `1Z`: letters count A = 2, B = 3, … modulo 10; every second character doubled. */
export function upsCheckDigit(body: string): number {
  const sum = [...body].reduce((total, character, position) => {
    const value = /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10;
    return total + (position % 2 === 0 ? value : 2 * value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
