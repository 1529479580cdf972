import type {
  AccountRef,
  KindLimitsChange,
  KindLimits as KindLimitsMessage,
  SetSpendingLimitsRequest,
  SpendingLimits as SpendingLimitsMessage,
} from '@parcelyard/contracts/billing';
import type { Cents } from '@parcelyard/money/cents';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { CONNECTION_KINDS, type ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type DaySpending, spendingDay, spendingIn } from '../domain/spending';
import { type KindLimits, LIMITS, type SpendingLimits } from '../domain/spending-limits';
import type { BillingPorts } from '../ports';
import { accountOf, amountOf } from './request-fields';

/** Returns the limits of both connection kinds, and what each has spent today. */
export async function getSpendingLimits(
  ports: BillingPorts,
  request: AccountRef,
): Promise<SpendingLimitsMessage> {
  const accountId = accountOf(request);
  const [{ limits }, { spending }] = await Promise.all([
    ports.accounts.find(accountId),
    ports.ledger.position(accountId),
  ]);
  return limitsMessage(limits, spending, ports.clock.now(), request.timeZone);
}

/**
 * Changes only the limits that are given. 0 turns a limit off. Checks all limits before it writes the first. A repeated
 * call changes nothing.
 * @throws DomainError `invalid_argument` · `conflict` when the limits are not those that the owner saw
 */
export async function setSpendingLimits(
  ports: BillingPorts,
  request: SetSpendingLimitsRequest,
): Promise<SpendingLimitsMessage> {
  const accountId = accountOf(request);
  const changes = { token: changeOf('token', request.token), app: changeOf('app', request.app) };
  const seen = request.replaces && {
    token: changeOf('token', request.replaces.token),
    app: changeOf('app', request.replaces.app),
  };
  if (!(await ports.accounts.setLimits(accountId, changes, seen))) {
    const { limits } = await ports.accounts.find(accountId);
    if (!isIn(limits, changes)) throw new DomainError('conflict', 'limits_changed_meanwhile', {});
  }
  return getSpendingLimits(ports, { accountId, timeZone: request.timeZone });
}

function changeOf(kind: ConnectionKind, change: KindLimitsChange | undefined): KindLimits {
  const amount = (field: string, value: number | undefined): Cents | undefined =>
    value === undefined ? undefined : amountOf(`${kind}.${field}`, value);
  return {
    perLabel: amount('per_label_cents', change?.perLabelCents),
    perDay: amount('per_day_cents', change?.perDayCents),
    askAbove: amount('ask_above_cents', change?.askAboveCents),
  };
}

const isIn = (limits: SpendingLimits, changes: SpendingLimits): boolean =>
  CONNECTION_KINDS.every((kind) =>
    LIMITS.every((limit) => {
      const amount = changes[kind][limit];
      return amount === undefined || amount === (limits[kind][limit] ?? 0);
    }),
  );

export function limitsMessage(
  { token, app }: SpendingLimits,
  spending: DaySpending,
  now: Date,
  timeZone = DEFAULT_TIME_ZONE,
): SpendingLimitsMessage {
  const today = spendingIn(spending, spendingDay(now, timeZone), now);
  return { token: kindMessage(token, today.token), app: kindMessage(app, today.app) };
}

const kindMessage = ({ perLabel, perDay, askAbove }: KindLimits, spent: Cents): KindLimitsMessage => ({
  perLabelCents: perLabel,
  perDayCents: perDay,
  askAboveCents: askAbove,
  spentTodayCents: spent,
});
