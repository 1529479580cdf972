import type { OwnerNotice } from '@parcelyard/contracts/events';
import { PoisonedEvent } from '@parcelyard/events/poisoned-event';
import { measuresInWords } from '@parcelyard/service-kit/measures-in-words';
import { isAboutPayment } from '../domain/payment-words';
import type { CustomersPorts } from '../ports';

type Ports = Pick<CustomersPorts, 'messages' | 'owners' | 'clock'>;

/**
 * Queues one mail per key, even if the event comes several times. An unverified address may belong to a stranger, so it
 * gets no news about the account's money.
 */
export async function queueOwnerNotice(
  { messages, owners, clock }: Ports,
  { accountId, key, about, amountCents, card, reference, at, adjustment }: OwnerNotice,
): Promise<void> {
  if (!isAboutPayment(about) || !at) throw new PoisonedEvent('The notice is about nothing known.');
  const { addressVerified, email, firstName, lastName } = await owners.find(accountId);
  if (!addressVerified) return;
  const measures = adjustment && measuresInWords(adjustment);
  await messages.queue({
    accountId,
    messageId: `owner_notice:${accountId}:${key}`,
    kind: 'owner_email',
    recipient: email,
    recipientName: `${firstName} ${lastName}`.trim(),
    news: { about, amount: amountCents, card, reference, measures, at, linkPath: '/settings/billing' },
    status: 'queued',
    attempts: 0,
    createdAt: clock.now(),
  });
}
