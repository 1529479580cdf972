import type { Address } from '@parcelyard/contracts/common';
import { Button } from '../../view/button';
import { Card } from '../../view/card';
import { Field } from '../../view/field';
import { PostForm } from '../../view/post-form';

interface Props {
  action: string;
  csrf: string;
  address: Address;
  problems: Readonly<Record<string, string>>;
}

/** Where carriers take parcels in: within the United States. */
export const ShipFromForm = ({ action, csrf, address, problems }: Props) => {
  const field = (name: keyof Address) => ({
    name,
    value: address[name],
    error: problems[name],
    maxLength: 100,
  });
  return (
    <Card title="Ship-from address" lead="Rates are reckoned from here, and it is printed on every label.">
      <PostForm action={action} csrf={csrf} class="stack">
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
