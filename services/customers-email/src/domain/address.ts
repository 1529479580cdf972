/** A postal address with the person to reach there, as a caller gives it. */
export interface Address {
  name: string;
  firstName: string;
  lastName: string;
  company: string;
  street1: string;
  street2: string;
  street3: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  phone: string;
  email: string;
}

/** A full name in its two parts, parted at the first space (specification: `ship_to.name`). */
export function splitName(name: string): { firstName: string; lastName: string } {
  const full = name.trim();
  const space = full.search(/\s/);
  return space < 0
    ? { firstName: full, lastName: '' }
    : { firstName: full.slice(0, space), lastName: full.slice(space).trim() };
}
