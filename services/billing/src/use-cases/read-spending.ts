import { createHash } from 'node:crypto';
import type { Spending as SpendingMessage } from '@parcelyard/contracts/billing';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import { readConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Spend, Spending } from '../domain/spending-limits';
import { reservationKey } from '../domain/transfers';
import { amountOf } from './request-fields';

/**
 * Reads from a request who spends and for what the money is spent. When the request names no connection kind, the
 * access token spends.
 */
export function spendingOf(
  accountId: AccountId,
  message: SpendingMessage | undefined,
  batch: boolean,
): Spending {
  return {
    kind: readConnectionKind(message?.connectionKind),
    timeZone: message?.timeZone || DEFAULT_TIME_ZONE,
    orderIds: [...new Set(message?.orderIds ?? [])].sort((a, b) => a - b),
    batch,
    ...(message?.approvalId && { approvalId: message.approvalId }),
    ...(message?.approvedByOwner && { approvedByOwner: true }),
    ...(message?.alreadySold && { alreadySold: true }),
    ...(message?.reservation && { reservation: reservationKey(accountId, message.reservation) }),
    ...(message?.destination && { destination: message.destination }),
    ...(message?.forReturn && { forReturn: true }),
    ...(message?.method && { method: message.method }),
    ...(message?.carrierBilledCents && {
      carrierBilled: amountOf('carrier_billed_cents', message.carrierBilledCents),
    }),
  };
}

/** Returns a text that identifies the orders. It is short even for a batch with hundreds of orders. */
export function ordersOf({
  orderIds,
  batch,
  forReturn,
}: Pick<Spend, 'orderIds' | 'batch' | 'forReturn'>): string {
  if (!batch) return `${forReturn ? 'return' : 'order'} ${orderIds.join(' ')}`;
  return `batch ${createHash('sha256').update(orderIds.join(' ')).digest('base64url')}`;
}

/** Returns a text that identifies what the owner approves: caller, orders, amount and destination. */
export const subjectOf = (
  spend: Pick<Spend, 'kind' | 'orderIds' | 'batch' | 'forReturn' | 'total' | 'destination'>,
): string => `${spend.kind} ${ordersOf(spend)} ${spend.total} ${spend.destination ?? ''}`;
