import { type Address, DEFAULT_COUNTRY } from './address';

/** Parts of an address that change; an absent part stays as it is. */
export type AddressPatch = { [Part in keyof Omit<Address, 'name' | 'company'>]?: string | undefined };

/** The address after the patch; undefined when that changes nothing of it. */
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
