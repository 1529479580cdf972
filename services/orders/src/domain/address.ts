import type { Address } from '@parcelyard/contracts/common';
import type { AddressPatch } from '@parcelyard/contracts/orders';
import { splitName } from '@parcelyard/service-kit/addresses/split-name';

export const DEFAULT_COUNTRY = 'US';

export type OfCustomer = 'name' | 'firstName' | 'lastName' | 'email' | 'phone';

/** An address that was saved for one order. A part that is absent comes from the order's customer. */
export type SavedAddress = Omit<Address, OfCustomer> & Partial<Pick<Address, OfCustomer>>;

/** Fills in the full name from its parts, or the parts from the full name. A given value stays as it is. */
export function withWholeName(address: Address): Address {
  const name = address.name || `${address.firstName} ${address.lastName}`.trim();
  if (address.firstName || address.lastName) return { ...address, name };
  return { ...address, name, ...splitName(name) };
}

/** Returns the address as people typed it, with each part trimmed. */
export function trimmed(address: Address): Address {
  return Object.fromEntries(
    Object.entries(address).map(([key, value]) => [key, (value as string).trim()]),
  ) as unknown as Address;
}

/** Returns the address after the patch; undefined when nothing changes. */
export function patchAddress(address: Address, patch: AddressPatch): Address | undefined {
  const given = Object.entries(patch)
    .filter(([, value]) => value !== undefined)
    .map(([part, value]) => [part, (value as string).trim()]);
  const parts = { ...address, ...(Object.fromEntries(given) as Partial<Address>) };
  const renamed = patch.firstName !== undefined || patch.lastName !== undefined;
  const changed: Address = {
    ...parts,
    ...(renamed ? { name: `${parts.firstName} ${parts.lastName}`.trim() } : {}),
    country: parts.country.toUpperCase() || DEFAULT_COUNTRY,
  };
  const differs = (Object.keys(changed) as (keyof Address)[]).some((part) => changed[part] !== address[part]);
  return differs ? changed : undefined;
}
