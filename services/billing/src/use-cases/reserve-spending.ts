import type { ReservationRef, ReserveSpendingRequest } from '@parcelyard/contracts/billing';
import type { Empty } from '@parcelyard/contracts/common';
import { ZERO } from '@parcelyard/money/cents';
import { sumCents } from '@parcelyard/money/sum-cents';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { openReservation } from '../domain/spending';
import { countedSpend } from '../domain/spending-limits';
import { reservationEndTransfer, reservationKey, reservationTransfer } from '../domain/transfers';
import type { BillingPorts } from '../ports';
import { keptFor } from './append-hold';
import { isObstacle, prepareJudge, refusalOf, type SpendingObstacle } from './judge-spending';
import { spendingOf } from './read-spending';
import { accountOf, amountOf, textOf } from './request-fields';

/**
 * Checks a whole batch against the limits and adds its total to the day's spending. No money moves. Afterwards, the
 * batch's labels need no approval and are not counted again. A second call changes nothing.
 * @throws DomainError resource_exhausted at a limit · permission_denied while the owner has not approved the batch ·
 * failed_precondition once the reservation was ended
 */
export async function reserveSpending(ports: BillingPorts, request: ReserveSpendingRequest): Promise<Empty> {
  const accountId = accountOf(request);
  const key = reservationKey(accountId, textOf('key', request.key));
  const postage = amountOf('postage_cents', request.postageCents);
  const insurance = amountOf('insurance_cents', request.insuranceCents);
  const spending = { ...spendingOf(accountId, request.spending, true), reservation: undefined };
  const charge = { postage, insurance, fee: ZERO, total: sumCents(postage, insurance) };
  const dearest = amountOf('dearest_cents', request.spending?.dearestCents ?? 0);
  const spend = countedSpend(spending, charge, dearest);
  let obstacle: SpendingObstacle | undefined;
  const appended = await ports.appendQueue.append(accountId, async (round) => {
    const [account, active] = await Promise.all([round.account(), round.activeRecharge()]);
    const [judge, kept] = await Promise.all([prepareJudge(ports, account, spend), keptFor(round, active)]);
    return (position) => {
      obstacle = undefined;
      const verdict = judge(position, kept.spending[spend.kind]);
      if (!isObstacle(verdict)) return reservationTransfer(key, verdict);
      obstacle = verdict;
      return undefined;
    };
  });
  const reserved = appended ?? (await ports.ledger.find(accountId, key));
  if (reserved?.kind === 'reservation') {
    ports.failPoint('spending-reserved');
    return {};
  }
  if (reserved || !obstacle)
    throw new DomainError('failed_precondition', 'reservation_ended', {}, { detail: key });
  throw await refusalOf(ports, { accountId }, obstacle);
}

/**
 * Subtracts the unused part of a reservation from the day's spending. Afterwards, no reservation with this key can be
 * made. A second call changes nothing.
 */
export async function endReservation(ports: BillingPorts, request: ReservationRef): Promise<Empty> {
  const accountId = accountOf(request);
  const key = reservationKey(accountId, textOf('key', request.key));
  const entered = await appendEnd(ports, accountId, key);
  // Another call made the reservation while the first `appendEnd` was running. The second `appendEnd` ends this
  // reservation.
  if (entered?.kind === 'reservation') await appendEnd(ports, accountId, key);
  ports.failPoint('reservation-ended');
  return {};
}

const appendEnd = ({ appendQueue }: BillingPorts, accountId: AccountId, key: string) =>
  appendQueue.append(accountId, async (round) => {
    const made = await round.transfer(key);
    const isMade = made?.kind === 'reservation';
    return ({ spending }) => reservationEndTransfer(key, isMade, openReservation(spending, key));
  });
