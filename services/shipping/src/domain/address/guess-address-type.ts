import type { AddressType } from './address-check';
import type { PostalAddress } from './postal-address';
import { standardStreet } from './standard-street';

const HOME = /\b(APT|TRLR|LOT)\b/;
const WORK = /\b(STE|FL|DEPT|RM)\b/;
const COMPANY_FORM =
  /\b(LLC|INC|CORP|LTD|CO|GMBH|COMPANY|STORE|SHOP|OFFICE|UNIVERSITY|HOSPITAL|SCHOOL)\b\.?/i;

/** Home or work, by what the address itself tells: a company, a suite, an apartment, a person's name alone. */
export function guessAddressType(address: PostalAddress): AddressType {
  const street = standardStreet(`${address.street1} ${address.street2}`);
  if (HOME.test(street)) return 'residential';
  if (companyOf(address) !== '' || WORK.test(street) || COMPANY_FORM.test(address.name)) return 'commercial';
  return address.name.trim() === '' ? 'unknown' : 'residential';
}

// A sandbox special value in the company field says how to behave, not who lives there.
const companyOf = (address: PostalAddress): string =>
  /^\s*SBX_/.test(address.company) ? '' : address.company.trim();
