import { printableText } from '../../carriers/printable-text';
import { isDomestic, type PostalAddress } from '../../domain/address/postal-address';

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** As it stands on a parcel: capitals, the place on one line, the country only abroad. */
export function addressLines(address: PostalAddress): string[] {
  const place = [`${address.city}`.trim(), `${address.state} ${address.zip}`.trim()]
    .filter(Boolean)
    .join(' ');
  const country = isDomestic(address) ? '' : countryName(address.country);
  const { name, company, street1, street2, street3 } = address;
  return [name, company, street1, street2, street3, place, country]
    .map((line) => printableText(line).toUpperCase())
    .filter((line) => line !== '');
}

export function countryName(code: string): string {
  const country = code.trim().toUpperCase();
  if (country === '') return 'United States';
  return /^[A-Z]{2}$/.test(country) ? (countryNames.of(country) ?? country) : country;
}
