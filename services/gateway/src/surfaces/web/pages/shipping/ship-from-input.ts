import type { Address } from '@parcelyard/contracts/common';

/** The address of the form's fields, without the blanks around them. */
export function readShipFrom(form: URLSearchParams): Address {
  const text = (name: string) => (form.get(name) ?? '').trim();
  return {
    ...{ name: text('name'), firstName: '', lastName: '', company: text('company') },
    ...{ street1: text('street1'), street2: text('street2'), street3: '' },
    ...{ city: text('city'), state: text('state').toUpperCase(), zip: text('zip'), country: 'US' },
    ...{ phone: text('phone'), email: text('email') },
  };
}

const LONGEST = 100;
const REQUIRED = ['street1', 'city', 'state', 'zip'] as const;

/**
 * Every problem at once, each under its field, so that a form is mended in one go. Shipping has the last word and refuses
 * by the first one that it finds.
 */
export function shipFromProblems(address: Address): Record<string, string> {
  const problems: Record<string, string> = {};
  if (address.name === '' && address.company === '')
    problems.name = 'name is required when there is no company.';
  for (const field of REQUIRED) if (address[field] === '') problems[field] = `${field} is required.`;
  if (address.zip !== '' && !/^\d{5}(-\d{4})?$/.test(address.zip)) {
    problems.zip = `zip must be a five-digit ZIP code; got "${address.zip.slice(0, 20)}".`;
  }
  if (address.email !== '' && !/^[^\s@]+@[^\s@]+$/.test(address.email)) {
    problems.email = 'email must be an e-mail address.';
  }
  for (const [field, text] of Object.entries(address)) {
    if (text.length > LONGEST) problems[field] = `${field} must have ${LONGEST} characters at most.`;
  }
  return problems;
}
