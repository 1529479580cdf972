import { createHash } from 'node:crypto';
import type { Address } from '@parcelyard/contracts/common';

/** The parts of an address that define where a parcel is sent, and to whom. */
export type Destination = Readonly<
  Pick<Address, 'name' | 'company' | 'street1' | 'street2' | 'street3' | 'city' | 'state' | 'zip' | 'country'>
>;

/**
 * Returns a digest that identifies a destination without revealing it. Differences in case and spaces do not change the
 * digest.
 */
export function destinationDigest(address: Destination | undefined): string {
  if (!address) return '';
  const { name, company, street1, street2, street3, city, state, zip, country } = address;
  const parts = [name, company, street1, street2, street3, city, state, zip, country || 'US'];
  return digestOf(parts.map((part) => part.trim().replace(/\s+/g, ' ').toUpperCase()));
}

interface OrderDestination {
  readonly orderId: number;
  readonly digest: string;
}

/** Returns a digest that identifies the destinations of many orders. It does not depend on the sequence of the list. */
export const destinationsDigest = (orders: readonly OrderDestination[]): string =>
  digestOf([...orders].sort((a, b) => a.orderId - b.orderId).map(({ orderId, digest }) => [orderId, digest]));

const digestOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
