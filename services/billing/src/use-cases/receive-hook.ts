import type { Empty, HookDelivery } from '@parcelyard/contracts/common';
import { hookNotConfigured } from '@parcelyard/service-kit/hooks/hook-not-configured';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { undefinedFor } from '@parcelyard/service-kit/undefined-for';
import type { Recharge } from '../domain/recharge';
import type { BillingPorts, PaymentEvent } from '../ports';
import { answered, finishCardSetup, refreshCard } from './cards';
import { settleByLookUp } from './drive-recharge';

/**
 * Receives an event of the payment gateway. The event only says that something has changed, so the data are then read
 * from the payment gateway.
 * @throws DomainError not_found when no signing secret is configured; unauthenticated; unavailable while the payment
 * gateway does not answer
 */
export async function receiveHook(ports: BillingPorts, hook: HookDelivery): Promise<Empty> {
  const { events } = ports.gateway;
  if (hook.source !== 'stripe' || !events.isConfigured) throw hookNotConfigured(hook);
  await lookAt(ports, events.read(hook.body, hook.headers['stripe-signature'] ?? ''));
  return {};
}

async function lookAt(ports: BillingPorts, event: PaymentEvent): Promise<void> {
  switch (event.kind) {
    case 'setup':
      return finishSetup(ports, event.sessionId);
    case 'charge':
      return lookAtCharge(ports, event);
    case 'reversal':
      return ports.reconcileSoon();
    case 'customer':
      return refreshCard(ports, event.customer);
    case 'other':
      return;
  }
}

/**
 * Saves the card of a session. This is needed when the owner closed the payment gateway's card page before the browser
 * returned to us.
 */
async function finishSetup(ports: BillingPorts, sessionId: string): Promise<void> {
  const setup = await answered(ports.gateway.cards.readSetup(sessionId));
  // The session is not about a card of ours. It belongs to a payment, or to another system that uses the same account
  // at the payment gateway.
  if (!setup?.card || !Number.isSafeInteger(setup.accountId) || setup.accountId < 1) return;
  // The card may have been removed before the event came.
  await finishCardSetup(ports, { accountId: setup.accountId, sessionId }).catch(undefinedFor('not_found'));
}

async function lookAtCharge(
  ports: BillingPorts,
  { reference, accountId: account }: Extract<PaymentEvent, { kind: 'charge' }>,
): Promise<void> {
  if (reference === '' || !Number.isSafeInteger(account) || account < 1) return;
  const { recharges, clock } = ports;
  const recharge = await recharges.find(toAccountId(account), reference);
  if (!recharge) return;
  if (recharge.state === 'withdrawn' || recharge.state === 'given_up') await settleByLookUp(ports, recharge);
  // Usually the call that charged the card gets the outcome. In this branch, that call has probably got no answer, so
  // the worker checks the recharge now.
  else if (recharge.state === 'pending' && isAbandoned(recharge, clock.now())) {
    await recharges.defer(recharge, clock.now());
  }
}

const LONGEST_CALL_MS = 15_000;

const isAbandoned = ({ sentAt, createdAt }: Recharge, now: Date): boolean =>
  now.getTime() - (sentAt ?? createdAt).getTime() > LONGEST_CALL_MS;
