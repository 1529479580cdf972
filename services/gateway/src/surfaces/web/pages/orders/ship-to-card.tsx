import type { Address } from '@parcelyard/contracts/common';
import type { Customer } from '@parcelyard/contracts/customers';
import type { AddressCheck } from '@parcelyard/contracts/orders';
import { ADDRESS_CHECKS } from '../../../../values/address-checks';
import { Badge, Card, Notice } from '../../view/blocks';
import { StatusBadge } from '../../view/status-badge';

interface Props {
  address: Address;
  check: AddressCheck | undefined;
  /** The customer's record in the address book; absent when unknown. */
  customer?: Customer | undefined;
}

/** The destination, and the messages of its address check. */
export const ShipToCard = ({ address, check, customer }: Props) => (
  <Card title="Ship to" aside={<CheckBadge check={check} />}>
    <address class="address">
      {addressLines(address).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
    {(address.phone || address.email) && (
      <div class="muted small contact">
        {address.phone && <div>{address.phone}</div>}
        {address.email && <div>{address.email}</div>}
        <MailState email={address.email} customer={customer} />
      </div>
    )}
    {customer && (
      <p class="small no-print">
        <a href={`/customers/${customer.customerId}`}>View customer</a>
      </p>
    )}
    {check?.messages.map(({ code, message, suggestion }) => (
      <div class="no-print" key={code}>
        {code === 'street_not_checked' ? (
          <p class="muted small">{message}</p>
        ) : (
          <Notice tone={ADDRESS_CHECKS[check.status]?.[0] === 'bad' ? 'bad' : 'warn'}>
            {message}
            {suggestion && ` Suggestion: ${suggestion}`}
          </Notice>
        )}
      </div>
    ))}
  </Card>
);

/** Tells the owner when mail does not reach the address. The address may be another person's than the customer's. */
const MailState = ({ email, customer }: { email: string; customer: Customer | undefined }) => {
  if (!customer || customer.email.toLowerCase() !== email.toLowerCase()) return null;
  if (customer.emailBouncedAt) return <Badge tone="bad">E-mail bounces</Badge>;
  return customer.subscribed ? null : <Badge>No marketing e-mail</Badge>;
};

const CheckBadge = ({ check }: { check: AddressCheck | undefined }) => (
  <span class="no-print">
    {check ? (
      <StatusBadge status={check.status} words={ADDRESS_CHECKS} />
    ) : (
      <Badge>Address not checked yet</Badge>
    )}
  </span>
);

/** Returns an address in the lines of a label. */
export function addressLines({
  name,
  company,
  street1,
  street2,
  street3,
  city,
  state,
  zip,
  country,
}: Address): string[] {
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [name, company, street1, street2, street3, place, country || 'US'].filter((line) => line !== '');
}
