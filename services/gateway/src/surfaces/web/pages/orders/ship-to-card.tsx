import type { Address } from '@parcelyard/contracts/common';
import type { AddressCheck } from '@parcelyard/contracts/orders';
import { Badge, Card, Notice } from '../../view/blocks';

type Tone = 'good' | 'accent' | 'warn' | 'bad';

const CHECKS: Readonly<Record<string, readonly [Tone, string]>> = {
  verified: ['good', 'Address verified'],
  corrected: ['accent', 'Address corrected'],
  warning: ['warn', 'Check this address'],
  error: ['bad', 'Address not found'],
};

/** Where the parcel goes, and what was found when the address was checked. */
export const ShipToCard = ({ address, check }: { address: Address; check: AddressCheck | undefined }) => (
  <Card title="Ship to" aside={<CheckBadge check={check} />}>
    <address class="address">
      {linesOf(address).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
    {(address.phone || address.email) && (
      <div class="muted small contact">
        {address.phone && <div>{address.phone}</div>}
        {address.email && <div>{address.email}</div>}
      </div>
    )}
    {check?.messages.map(({ code, message, suggestion }) => (
      <div class="no-print" key={code}>
        <Notice tone={CHECKS[check.status]?.[0] === 'bad' ? 'bad' : 'warn'}>
          {message}
          {suggestion && ` Suggestion: ${suggestion}`}
        </Notice>
      </div>
    ))}
  </Card>
);

const CheckBadge = ({ check }: { check: AddressCheck | undefined }) => {
  if (!check) {
    return (
      <span class="no-print">
        <Badge>Address not checked yet</Badge>
      </span>
    );
  }
  const [tone, text] = CHECKS[check.status] ?? ['neutral' as const, check.status];
  return (
    <span class="no-print">
      <Badge tone={tone}>{text}</Badge>
    </span>
  );
};

function linesOf({ name, company, street1, street2, street3, city, state, zip, country }: Address): string[] {
  const place = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [name, company, street1, street2, street3, place, country || 'US'].filter((line) => line !== '');
}
