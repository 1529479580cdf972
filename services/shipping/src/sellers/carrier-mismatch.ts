import type { PostalAddress } from '../domain/address/postal-address';
import { standardStreet } from '../domain/address/standard-street';
import type { BoughtLabel, BuyRequest } from './carrier-port';

/** A carrier's answer is about a label that we did not request. An operator must find out why. */
export class CarrierMismatch extends Error {
  readonly carrier: string;
  readonly fields: readonly MismatchField[];

  constructor(carrier: string, fields: readonly MismatchField[]) {
    super(`${carrier} sold a label that differs from the request in: ${fields.join(', ')}.`);
    this.name = 'CarrierMismatch';
    this.carrier = carrier;
    this.fields = fields;
  }
}

export const MISMATCH_FIELDS = ['account', 'reference', 'service', 'amount', 'address', 'tracking'] as const;
export type MismatchField = (typeof MISMATCH_FIELDS)[number];

/** Returns the label if it is the one that was asked for. @throws CarrierMismatch */
export function requireRequestedLabel(carrier: string, request: BuyRequest, label: BoughtLabel): BoughtLabel {
  const { accountId, reference, serviceLevel, charged, destination } = label;
  const differs: Readonly<Partial<Record<MismatchField, boolean>>> = {
    account: accountId !== request.accountId,
    reference: reference !== request.reference,
    service: label.carrier !== carrier || serviceLevel !== request.serviceLevel,
    // A carrier may charge less than the rate.
    amount: charged > request.price,
    address: destination !== undefined && !placesOf(request).some((place) => samePlace(destination, place)),
  };
  const fields = MISMATCH_FIELDS.filter((field) => differs[field]);
  if (fields.length > 0) throw new CarrierMismatch(carrier, fields);
  return label;
}

/**
 * Returns the addresses that are accepted as the destination of the label. A return is sent to EasyPost with the
 * addresses of the outbound parcel, so EasyPost may answer with either of the two addresses.
 */
const placesOf = ({ from, to, isReturn }: BuyRequest): readonly PostalAddress[] =>
  isReturn ? [to, from] : [to];

/** Carriers may write the street in another way or correct the ZIP, but not both. The country must be the same. */
function samePlace(
  one: Pick<PostalAddress, 'street1' | 'zip' | 'country'>,
  other: Pick<PostalAddress, 'street1' | 'zip' | 'country'>,
): boolean {
  if (country(one) !== country(other)) return false;
  return zip(one) === zip(other) || standardStreet(one.street1) === standardStreet(other.street1);
}

const country = (place: { country: string }): string => place.country.trim().toUpperCase() || 'US';

const zip = (place: { zip: string; country: string }): string => {
  const plain = place.zip.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return country(place) === 'US' ? plain.slice(0, 5) : plain;
};
