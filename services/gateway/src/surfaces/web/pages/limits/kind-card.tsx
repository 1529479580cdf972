import type { KindLimits } from '@parcelyard/contracts/billing';
import type { ComponentChildren } from 'preact';
import { Badge, Card, Meter, Notice } from '../../view/blocks';
import { formatMoney } from '../../view/format';
import { Field } from '../../view/forms';
import { type Kind, LIMIT_LABELS, type Limit, type LimitField, type LimitProblems } from './read-limits-form';

interface Props {
  kind: Kind;
  title: string;
  lead: ComponentChildren;
  limits: KindLimits;
  /** What was entered and refused, to show it in the form again. */
  given: URLSearchParams | undefined;
  problems: LimitProblems;
}

/** The limits of one connection kind, and what it has spent today. */
export const KindCard = ({ kind, title, lead, limits, given, problems }: Props) => (
  <Card title={title} lead={lead} aside={<State limits={limits} />}>
    <Today limits={limits} />
    {FIELDS.map(([limit, hint]) => {
      const name: LimitField = `${kind}_${limit}`;
      return (
        <Field
          key={name}
          name={name}
          label={LIMIT_LABELS[limit]}
          hint={hint}
          of={title}
          inputMode="decimal"
          plain
          maxLength={20}
          value={given ? (given.get(name) ?? '') : dollarsOf(limits[KEYS[limit]])}
          error={problems[name]}
        />
      );
    })}
  </Card>
);

const FIELDS: readonly (readonly [Limit, hint: string])[] = [
  ['per_label', 'US dollars for postage, insurance and fee together. Leave empty for no limit.'],
  ['per_day', 'US dollars per day, from midnight in your shop’s time zone. Leave empty for no limit.'],
  [
    'ask_above',
    'A label or batch above this amount waits for your approval. Leave empty if you never want to be asked.',
  ],
];

const KEYS = {
  per_label: 'perLabelCents',
  per_day: 'perDayCents',
  ask_above: 'askAboveCents',
} as const satisfies Record<Limit, keyof KindLimits>;

const State = ({ limits }: { limits: KindLimits }) => {
  const { perLabelCents, perDayCents, askAboveCents, spentTodayCents } = limits;
  if (perDayCents !== undefined && spentTodayCents >= perDayCents) {
    return <Badge tone="bad">Daily limit reached</Badge>;
  }
  return [perLabelCents, perDayCents, askAboveCents].some((cents) => cents !== undefined) ? (
    <Badge tone="good">Limited</Badge>
  ) : (
    <Badge>No limits</Badge>
  );
};

const Today = ({ limits: { perDayCents, spentTodayCents } }: { limits: KindLimits }) =>
  perDayCents === undefined ? (
    <p class="muted">{formatMoney(spentTodayCents)} spent today.</p>
  ) : (
    <div class="stack-tight">
      <Meter label="Spent today" used={spentTodayCents} limit={perDayCents} format={formatMoney} />
      <LeftToday cents={perDayCents - spentTodayCents} />
    </div>
  );

/** The owner may have lowered the limit today, below what was spent already. */
const LeftToday = ({ cents }: { cents: number }) =>
  cents > 0 ? (
    <p class="muted small">{formatMoney(cents)} is left today.</p>
  ) : (
    <Notice tone="warn">The daily limit is used up. Every label is refused until midnight.</Notice>
  );

/** Returns the amount in the format of the field. */
const dollarsOf = (cents: number | undefined) => (cents === undefined ? '' : (cents / 100).toFixed(2));
