import type { Address } from '@parcelyard/contracts/common';
import { fieldLabel } from '../../field-labels';
import { Card } from '../../view/blocks';
import { Button, Field, PostForm } from '../../view/forms';

interface ShipFromFormProps {
  action: string;
  address: Address;
  problems: Readonly<Record<string, string>>;
}

/** The address where carriers collect parcels. It must be in the United States. */
export const ShipFromForm = ({ action, address, problems }: ShipFromFormProps) => {
  const field = (name: keyof Address) => ({
    name,
    value: address[name],
    error: problems[name],
    maxLength: 100,
  });
  return (
    <Card
      title="Ship-from address"
      lead="Rates are calculated from this address. It is printed on every label."
    >
      <PostForm action={action} class="stack">
        <div class="columns">
          <Field label="Name" {...field('name')} autocomplete="name" />
          <Field label="Company" {...field('company')} autocomplete="organization" />
        </div>
        <div class="columns">
          <Field label="Street and number" {...field('street1')} autocomplete="address-line1" required />
          <Field label="Apartment or suite" {...field('street2')} autocomplete="address-line2" />
        </div>
        <div class="columns three">
          <Field label="City" {...field('city')} autocomplete="address-level2" required />
          <Field label="State" {...field('state')} autocomplete="address-level1" required />
          <Field label="ZIP code" {...field('zip')} autocomplete="postal-code" inputMode="numeric" required />
        </div>
        <div class="columns">
          <Field label="Phone" {...field('phone')} type="tel" autocomplete="tel" />
          <Field label="E-mail address" {...field('email')} type="email" autocomplete="email" />
        </div>
        <div>
          <Button>Save address</Button>
        </div>
      </PostForm>
    </Card>
  );
};

export function readShipFrom(form: URLSearchParams): Address {
  const text = (name: string) => (form.get(name) ?? '').trim();
  return {
    name: text('name'),
    firstName: '',
    lastName: '',
    company: text('company'),
    street1: text('street1'),
    street2: text('street2'),
    street3: '',
    city: text('city'),
    state: text('state').toUpperCase(),
    zip: text('zip'),
    country: 'US',
    phone: text('phone'),
    email: text('email'),
  };
}

const MAX_LENGTH = 100;
const REQUIRED = ['street1', 'city', 'state', 'zip'] as const;

/**
 * Returns all problems by field, so that the owner sees them at once. The shipping service checks again, and names only
 * the first problem.
 */
export function shipFromProblems(address: Address): Record<string, string> {
  const problems: Record<string, string> = {};
  if (address.name === '' && address.company === '') problems.name = 'Enter a name or a company.';
  for (const field of REQUIRED)
    if (address[field] === '') problems[field] = `${fieldLabel(field)} is required.`;
  if (address.zip !== '' && !/^\d{5}(-\d{4})?$/.test(address.zip)) {
    problems.zip = `ZIP code must have five digits, such as 78701; got "${address.zip.slice(0, 20)}".`;
  }
  if (address.email !== '' && !/^[^\s@]+@[^\s@]+$/.test(address.email)) {
    problems.email = 'E-mail address must be like name@example.com.';
  }
  for (const [field, text] of Object.entries(address)) {
    if (text.length > MAX_LENGTH)
      problems[field] = `${fieldLabel(field)} must have ${MAX_LENGTH} characters at most.`;
  }
  return problems;
}
