import type { Reason, ReasonParams } from '@parcelyard/reasons/reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { isDomestic, type PostalAddress } from './address/postal-address';
import { isMilitary, stateCode } from './address/us-states';
import type { OwnAccount } from './own-account';

export interface ShippingSettings {
  readonly shipFrom: PostalAddress;
  readonly printSetting: PrintSetting;
  readonly insurance: boolean;
  readonly ownAccounts: readonly OwnAccount[];
}

export type PrintSetting = 'pdf' | 'qr';

/** The settings of an account that has saved none. Such an account can buy labels. */
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
  ownAccounts: [],
};

/** @throws DomainError invalid_argument */
export function checkPrintSetting(value: string): PrintSetting {
  if (value === 'pdf' || value === 'qr') return value;
  throw invalid('print_setting', 'print_setting_unknown', { got: value });
}

const REQUIRED = ['street1', 'city', 'state', 'zip'] as const;
const MAX_LINE = 100;

/**
 * Checks a ship-from address. Carriers collect parcels only in the US.
 * @throws DomainError invalid_argument that names the first problem
 */
export function checkShipFrom(address: PostalAddress): PostalAddress {
  for (const [field, text] of Object.entries(address)) {
    if (text.length > MAX_LINE) throw invalid(`ship_from.${field}`, 'line_too_long', { max: MAX_LINE });
  }
  if (address.name.trim() === '' && address.company.trim() === '') {
    throw invalid('ship_from.name', 'field_required', {});
  }
  for (const field of REQUIRED) {
    if (address[field].trim() === '') throw invalid(`ship_from.${field}`, 'field_required', {});
  }
  if (!isDomestic(address)) {
    throw invalid('ship_from.country', 'country_not_us', { got: address.country });
  }
  if (stateCode(address.state) === undefined && !isMilitary(address.state.trim())) {
    throw invalid('ship_from.state', 'state_not_us', { got: address.state });
  }
  if (!/^\d{5}(-\d{4})?$/.test(address.zip.trim())) {
    throw invalid('ship_from.zip', 'zip_code_not_us', { got: address.zip });
  }
  return address;
}

const invalid = <R extends Reason>(field: string, reason: R, params: ReasonParams<R>): DomainError =>
  new DomainError('invalid_argument', reason, params, { field });
