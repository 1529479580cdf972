/** Mailer id of the sandbox; six digits, which leaves ten for the serial number. */
const MAILER = '903017';

/** Intelligent Mail package barcode number: 93, service type, mailer, serial and check digit; 22 digits. */
export function uspsTrackingNumber(serviceType: string, serial: number): string {
  const body = `93${serviceType}${MAILER}${String(serial % 1e10).padStart(10, '0')}`;
  return `${body}${mod10CheckDigit(body)}`;
}

/** GS1's modulo 10: weights 3 and 1 from the right. */
export function mod10CheckDigit(digits: string): number {
  let sum = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight += 1) {
    sum += Number(digits[digits.length - 1 - fromRight]) * (fromRight % 2 === 0 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
}

const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** The Universal Postal Union's S10 number of an international parcel, such as `CA123456785US`. */
export function uspsInternationalNumber(serial: number): string {
  const series = String.fromCharCode(65 + (Math.floor(serial / 1e8) % 26));
  const digits = String(serial % 1e8).padStart(8, '0');
  return `C${series}${digits}${s10CheckDigit(digits)}US`;
}

export function s10CheckDigit(digits: string): number {
  const sum = S10_WEIGHTS.reduce((total, weight, position) => total + weight * Number(digits[position]), 0);
  const check = 11 - (sum % 11);
  if (check === 10) return 0;
  return check === 11 ? 5 : check;
}
