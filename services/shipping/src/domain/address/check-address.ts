import type {
  AddressCheck,
  AddressField,
  AddressMessage,
  AddressStatus,
  AddressType,
  Finding,
} from './address-check';
import { isDomestic, type PostalAddress } from './postal-address';
import { reconcilePlace } from './reconcile-place';
import { specialZip } from './special-zip';
import { isPoBox, standardStreet } from './standard-street';

const SEVERITY: readonly AddressStatus[] = ['verified', 'plausible', 'corrected', 'warning', 'error'];

interface Circumstances {
  /** True when the carrier was asked to verify the street and did not answer. */
  readonly carrierSilent?: boolean;
}

/**
 * Checks an address with the ZIP table of this service, and writes it in the standard form of USPS. There is no table
 * of streets, so the best result is `plausible`.
 */
export function checkAddress(
  original: PostalAddress,
  { carrierSilent = false }: Circumstances = {},
): AddressCheck {
  const addressType = guessAddressType(original);
  if (!isDomestic(original)) return uncheckedAbroad(original, addressType);

  const standard = standardForm(original);
  const special = specialZip(standard);
  const findings = special ?? [...checkStreet(standard), ...reconcilePlace(standard)];
  const status = findings.reduce<AddressStatus>(
    (worst, { status }) => (SEVERITY.indexOf(status) > SEVERITY.indexOf(worst) ? status : worst),
    special ? 'verified' : 'plausible',
  );
  const isStreetOpen = !special && (status === 'plausible' || status === 'corrected');
  const changes = Object.assign({}, ...findings.map((finding) => finding.changes)) as Finding['changes'];
  return {
    status,
    original,
    matched: status === 'error' ? undefined : { ...standard, ...changes },
    changedFields: status === 'error' ? [] : (Object.keys(changes ?? {}) as AddressField[]),
    addressType,
    messages: [
      ...findings.flatMap(({ message }) => message ?? []),
      ...(isStreetOpen ? [streetNotChecked(carrierSilent)] : []),
    ],
  };
}

const streetNotChecked = (carrierSilent: boolean): AddressMessage => ({
  code: 'street_not_checked',
  field: 'street1',
  message: carrierSilent
    ? 'The carriers gave no answer, so that only ZIP, city and state were compared: street and house number were not checked.'
    : 'Only ZIP, city and state were compared: street and house number were not checked.',
  suggestion: '',
});

function standardForm(address: PostalAddress): PostalAddress {
  return {
    ...address,
    street1: standardStreet(address.street1),
    street2: standardStreet(address.street2),
    street3: standardStreet(address.street3),
    city: address.city.toUpperCase().replace(/[.,]/g, '').replace(/\s+/g, ' ').trim(),
    state: address.state.toUpperCase().trim(),
    zip: address.zip.trim().replace(/^(\d{5})-?(\d{4})$/, '$1-$2'),
    country: 'US',
  };
}

function checkStreet(address: PostalAddress): Finding[] {
  if (address.street1 === '') {
    return [
      {
        status: 'error',
        message: {
          code: 'street_missing',
          field: 'street1',
          message: 'The street address is missing.',
          suggestion: '',
        },
      },
    ];
  }
  const numbered = /\d/.test(`${address.street1} ${address.street2}`) || isPoBox(address.street1);
  if (numbered) return [];
  return [
    {
      status: 'warning',
      message: {
        code: 'street_number_missing',
        field: 'street1',
        message: 'The street address has no house number.',
        suggestion: '',
      },
    },
  ];
}

function uncheckedAbroad(original: PostalAddress, addressType: AddressCheck['addressType']): AddressCheck {
  const missing = (['street1', 'city'] as const).filter((field) => original[field].trim() === '');
  const messages: AddressMessage[] = missing.map((field) => ({
    code: `${field}_missing`,
    field,
    message: field === 'city' ? 'The city is missing.' : 'The street address is missing.',
    suggestion: '',
  }));
  messages.push({
    code: 'not_checked',
    field: 'country',
    message: 'Addresses outside the United States are not checked.',
    suggestion: '',
  });
  const status = missing.length > 0 ? 'error' : 'warning';
  return {
    status,
    original,
    matched: status === 'error' ? undefined : original,
    changedFields: [],
    addressType,
    messages,
  };
}

const HOME = /\b(APT|TRLR|LOT)\b/;
const WORK = /\b(STE|FL|DEPT|RM)\b/;
const COMPANY_FORM =
  /\b(LLC|INC|CORP|LTD|CO|GMBH|COMPANY|STORE|SHOP|OFFICE|UNIVERSITY|HOSPITAL|SCHOOL)\b\.?/i;

/** Guesses from the address whether a company or a person lives there. */
export function guessAddressType(address: PostalAddress): AddressType {
  const street = standardStreet(`${address.street1} ${address.street2}`);
  if (HOME.test(street)) return 'residential';
  if (companyOf(address) !== '' || WORK.test(street) || COMPANY_FORM.test(address.name)) return 'commercial';
  return address.name.trim() === '' ? 'unknown' : 'residential';
}

// In the sandbox, a value such as `SBX_…` in the company field asks for a special result. It is not the name of a
// company.
const companyOf = (address: PostalAddress): string =>
  /^\s*SBX_/.test(address.company) ? '' : address.company.trim();
