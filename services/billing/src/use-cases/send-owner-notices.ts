import type { AccountId } from '@parcelyard/service-kit/ids';
import { cardState, lastMonthsOf, type SavedCard } from '../domain/card';
import { moved, type Transfer } from '../domain/ledger';
import { cardName, cardWithMonth } from '../domain/notice';
import type { Recharge } from '../domain/recharge';
import type { PaymentReversal } from '../domain/transfers';
import type { BillingPorts, ChargeOutcome } from '../ports';

type NoticePorts = Pick<BillingPorts, 'notices' | 'accounts' | 'clock'>;

/** Sends a receipt, and a message when the charged card expires soon. */
export async function sendChargeNotices(ports: NoticePorts, recharge: Recharge): Promise<void> {
  const { notices } = ports;
  const { accountId, reference, amount } = recharge;
  const card = await chargedCard(ports, recharge);
  const name = card && cardName(card);
  await notices.tell(accountId, `receipt:${reference}`, { about: 'receipt', amount, card: name, reference });
  if (card) await sendNoticeIfExpiring(ports, accountId, card);
}

/** Sends one message for each card that expires within a month, even if it was never charged. */
export async function sendExpiringCardNotices(ports: NoticePorts): Promise<void> {
  const months = lastMonthsOf(ports.clock.now());
  for await (const { accountId, card } of ports.accounts.withCardsOf(months)) {
    await sendNoticeIfExpiring(ports, accountId, card);
  }
}

async function sendNoticeIfExpiring({ notices, clock }: NoticePorts, accountId: AccountId, card: SavedCard) {
  if (cardState(card, clock.now()) !== 'expiring') return;
  const month = `${card.expYear}-${card.expMonth}`;
  await notices.tell(accountId, `card_expiring:${card.paymentMethod}:${month}`, {
    about: 'card_expiring',
    card: cardWithMonth(card),
  });
}

/**
 * Sends a message about a decline that only the owner can solve. Sends at most one a day, even if an assistant tries to
 * buy often.
 */
export async function sendDeclineNotice(
  ports: NoticePorts,
  recharge: Recharge,
  outcome: Extract<ChargeOutcome, { status: 'declined' }>,
): Promise<void> {
  if (!outcome.wantsOwner) return;
  const { accountId, amount, reference } = recharge;
  const card = await chargedCard(ports, recharge);
  const day = ports.clock.now().toISOString().slice(0, 10);
  await ports.notices.tell(accountId, `card_wants_owner:${day}`, {
    about: 'card_wants_owner',
    amount,
    reference,
    card: card && cardName(card),
  });
}

export async function sendReversalNotice(
  { notices }: Pick<NoticePorts, 'notices'>,
  { accountId, id, kind, amount, reference, taken }: PaymentReversal,
): Promise<void> {
  if (taken) await notices.tell(accountId, `reversal:${id}`, { about: kind, amount, reference });
}

/** Sends a message about a carrier's adjustment, once for each transfer. */
export async function sendAdjustmentNotice(
  { notices }: Pick<NoticePorts, 'notices'>,
  { accountId, key, lines, adjustment }: Transfer,
  trackingNumber: string,
): Promise<void> {
  const amount = moved(lines, 'carrier_payable');
  if (amount === 0) return;
  await notices.tell(accountId, key, {
    about: 'carrier_adjustment',
    amount,
    reference: trackingNumber,
    adjustment,
  });
}

/** Returns the account's card, if it is the card that was charged. */
async function chargedCard({ accounts }: NoticePorts, { accountId, paymentMethod }: Recharge) {
  const { card } = await accounts.find(accountId);
  return card?.paymentMethod === paymentMethod ? card : undefined;
}
