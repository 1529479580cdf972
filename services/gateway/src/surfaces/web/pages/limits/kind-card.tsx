import type { KindLimits } from '@parcelyard/contracts/billing';
import type { ComponentChildren } from 'preact';
import { Badge, Card, Meter } from '../../view/blocks';
import { formatMoney } from '../../view/format';
import { Field } from '../../view/forms';
import type { Kind, Limit, LimitField, LimitProblems } from './read-limits-form';

interface Props {
  kind: Kind;
  title: string;
  lead: ComponentChildren;
  limits: KindLimits;
  /** What was typed, when it was refused. */
  given: URLSearchParams | undefined;
  problems: LimitProblems;
}

/** The limits of one kind of caller, and how far it has come today. */
export const KindCard = ({ kind, title, lead, limits, given, problems }: Props) => (
  <Card title={title} lead={lead} aside={<State limits={limits} />}>
    <Today limits={limits} />
    {FIELDS.map(([limit, label, hint]) => {
      const name: LimitField = `${kind}_${limit}`;
      return (
        <Field
          key={name}
          {...{ name, label, hint, of: title, inputMode: 'decimal', plain: true, maxLength: 20 }}
          value={given ? (given.get(name) ?? '') : dollarsOf(limits[KEYS[limit]])}
          error={problems[name]}
        />
      );
    })}
  </Card>
);

const FIELDS: readonly (readonly [Limit, label: string, hint: string])[] = [
  ['per_label', 'At most for one label', 'US dollars, postage, insurance and fee together. Empty: no limit.'],
  ['per_day', 'At most in one day', 'US dollars in a day from 00:00 UTC. Empty: no limit.'],
  ['ask_above', 'Ask me above', 'A dearer label or batch waits for your yes. Empty: you are never asked.'],
];

const KEYS = {
  per_label: 'perLabelCents',
  per_day: 'perDayCents',
  ask_above: 'askAboveCents',
} as const satisfies Record<Limit, keyof KindLimits>;

const State = ({ limits: { perLabelCents, perDayCents, askAboveCents } }: { limits: KindLimits }) =>
  [perLabelCents, perDayCents, askAboveCents].some((cents) => cents !== undefined) ? (
    <Badge tone="good">Limited</Badge>
  ) : (
    <Badge>No limits</Badge>
  );

const Today = ({ limits: { perDayCents, spentTodayCents } }: { limits: KindLimits }) =>
  perDayCents === undefined ? (
    <p class="muted">{formatMoney(spentTodayCents)} spent today.</p>
  ) : (
    <div>
      <Meter label="Spent today" used={spentTodayCents} limit={perDayCents} format={formatMoney} />
      <p class="muted small">{leftToday(perDayCents - spentTodayCents)}</p>
    </div>
  );

/** A limit that was lowered during the day can be behind what was spent already. */
const leftToday = (cents: number) =>
  cents > 0
    ? `${formatMoney(cents)} is left today.`
    : 'Nothing is left today: every label is refused until 00:00 UTC.';

/** As the field takes it. */
const dollarsOf = (cents: number | undefined) => (cents === undefined ? '' : (cents / 100).toFixed(2));
