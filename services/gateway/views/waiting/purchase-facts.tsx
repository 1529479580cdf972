import { AddressBadge, Figures } from '../base/blocks';
import { day, money, weight } from '../base/words';
import type { Address, AddressCheck, Preview, SpendingLimits } from './preview';

/** Who gets the parcel, and what the address check says. */
export const Recipient = ({ to, check }: { to: Address | null; check: AddressCheck | null }) => (
  <section>
    <h2>Ship to</h2>
    {to && (
      <address>
        {linesOf(to).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </address>
    )}
    {check && check.status !== 'verified' && (
      <div>
        <AddressBadge status={check.status} />
      </div>
    )}
    {check?.messages.map(({ message }) => (
      <p key={message} class="quiet small">
        {message}
      </p>
    ))}
  </section>
);

const linesOf = ({ name, company, street1, street2, city, state, zip, country }: Address): string[] =>
  [
    name,
    company,
    street1,
    street2,
    [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    country === 'US' ? null : country,
  ].filter((line): line is string => Boolean(line));

export const ParcelLine = ({ preview }: { preview: Preview }) => (
  <>
    {[
      preview.weight_oz === null ? null : weight(preview.weight_oz),
      preview.estimated_delivery_date && `expected ${day(preview.estimated_delivery_date)}`,
    ]
      .filter(Boolean)
      .join(' · ')}
  </>
);

/** What is charged, and the balance before and after. */
export const Charges = ({ preview }: { preview: Preview }) => (
  <section>
    <h2>Charges</h2>
    <Figures
      rows={[
        ...preview.charges.map(({ name, amount }) => [name, money(amount)] as const),
        ...(preview.billed_by_carrier
          ? [['Postage, billed by the carrier', money(preview.postage)] as const]
          : []),
        ['Total', money(preview.total_charge), 'total'],
        ['Balance now', money(preview.current_balance)],
        ...(preview.auto_recharge_would_fire
          ? [['Recharge of the balance', money(preview.recharge_amount ?? 0)] as const]
          : []),
        ['Balance after', money(preview.balance_after)],
      ]}
    />
  </section>
);

/** The owner's limits for this connection. Empty when all limits are off. */
export const Limits = ({ limits }: { limits: SpendingLimits | undefined }) => {
  const rows = limits
    ? ([
        ['Maximum for one label', limits.per_label],
        ['Left to spend today', limits.per_day === null ? null : limits.left_today],
        ['Ask the owner above', limits.ask_above],
      ] as const)
    : [];
  const set = rows.filter((row): row is readonly [string, number] & typeof row => row[1] !== null);
  if (set.length === 0) return null;
  return (
    <section>
      <h2>The owner's limits</h2>
      <Figures rows={set.map(([name, amount]) => [name, money(amount as number)] as const)} />
    </section>
  );
};

/** The customs declaration of an international parcel. */
export const Customs = ({ preview }: { preview: Preview }) =>
  preview.customs_items.length === 0 ? null : (
    <section>
      <h2>Customs declaration</h2>
      <Figures
        rows={[
          ...preview.customs_items.map(
            ({ description, quantity, value }) => [`${quantity} × ${description}`, money(value)] as const,
          ),
          ['Declared value', money(preview.declared_value ?? 0), 'total'],
        ]}
      />
    </section>
  );
