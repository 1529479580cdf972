interface PostalAddress {
  readonly street1: string;
  readonly street2: string;
  readonly street3: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
}

/** An address as one line, without names; a US address without its country. */
export function postalLine(address: PostalAddress): string {
  const { street1, street2, street3, city, state, zip, country } = address;
  return [street1, street2, street3, city, `${state} ${zip}`, country === 'US' ? '' : country]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
}
