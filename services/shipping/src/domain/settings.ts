import { DomainError } from '@parcelyard/service-kit/domain-error';
import { isDomestic, type PostalAddress } from './address/postal-address';
import { isMilitary, stateCode } from './address/us-states';

export interface ShippingSettings {
  readonly shipFrom: PostalAddress;
  readonly printSetting: PrintSetting;
  readonly insurance: boolean;
}

export type PrintSetting = 'pdf' | 'qr';

/** What an account has before it saves anything: it can ship at once. */
export const DEFAULT_SETTINGS: ShippingSettings = {
  shipFrom: {
    name: 'Parcelyard Sandbox',
    company: '',
    street1: '500 E Cesar Chavez St',
    street2: '',
    street3: '',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    country: 'US',
    phone: '5125550100',
    email: '',
  },
  printSetting: 'pdf',
  insurance: false,
};

/** @throws DomainError invalid_argument */
export function checkPrintSetting(value: string): PrintSetting {
  if (value === 'pdf' || value === 'qr') return value;
  throw DomainError.text('invalid_argument', `print_setting must be pdf or qr; got "${value}".`, {
    field: 'print_setting',
  });
}

const REQUIRED = ['street1', 'city', 'state', 'zip'] as const;
const LONGEST = 100;

/** Carriers take parcels in within the US only. @throws DomainError invalid_argument that names the first problem */
export function checkShipFrom(address: PostalAddress): PostalAddress {
  for (const [field, text] of Object.entries(address)) {
    if (text.length > LONGEST) {
      throw invalid(`ship_from.${field}`, `ship_from.${field} must have at most ${LONGEST} characters.`);
    }
  }
  if (address.name.trim() === '' && address.company.trim() === '') {
    throw invalid('ship_from.name', 'ship_from.name is required.');
  }
  for (const field of REQUIRED) {
    if (address[field].trim() === '') throw invalid(`ship_from.${field}`, `ship_from.${field} is required.`);
  }
  if (!isDomestic(address)) {
    throw invalid('ship_from.country', `ship_from.country must be US; got "${address.country}".`);
  }
  if (stateCode(address.state) === undefined && !isMilitary(address.state.trim())) {
    throw invalid('ship_from.state', `ship_from.state must be a US state code; got "${address.state}".`);
  }
  if (!/^\d{5}(-\d{4})?$/.test(address.zip.trim())) {
    throw invalid('ship_from.zip', `ship_from.zip must be a five-digit ZIP code; got "${address.zip}".`);
  }
  return address;
}

function invalid(field: string, message: string): DomainError {
  return DomainError.text('invalid_argument', message, { field });
}
