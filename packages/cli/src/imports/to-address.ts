import type { Address } from '@parcelyard/contracts/common';
import type { RecordReader } from './record-reader';

/** A person's address. The name stays as it is written, placeholders included. */
export function toAddress(record: RecordReader): Address {
  const firstName = record.text('first_name') ?? '';
  const lastName = record.text('last_name') ?? '';
  return {
    name: record.text('name') ?? `${firstName} ${lastName}`.trim(),
    firstName,
    lastName,
    company: record.text('company') ?? '',
    street1: record.text('street1', 'address1', 'street') ?? '',
    street2: record.text('street2', 'address2') ?? '',
    street3: record.text('street3', 'address3') ?? '',
    city: record.text('city') ?? '',
    state: record.text('state') ?? '',
    zip: record.text('zip', 'postal_code') ?? '',
    country: record.text('country') ?? '',
    phone: record.text('phone') ?? '',
    email: record.text('email') ?? '',
  };
}
