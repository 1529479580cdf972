import type { Subscription, UnsubscribeLink } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { addressHint } from '../domain/mailbox';
import type { CustomersPorts } from '../ports';
import { findSender, type SenderPorts } from './find-sender';

export type SubscriptionPorts = SenderPorts &
  Pick<CustomersPorts, 'links' | 'suppressions' | 'customers' | 'clock'>;

/**
 * Returns who would unsubscribe with a link. The call changes nothing, because mail scanners open links.
 * @throws DomainError `not_found` when the link is not one of ours
 */
export async function getSubscription(
  ports: SubscriptionPorts,
  { token }: UnsubscribeLink,
): Promise<Subscription> {
  const subscriber = open(ports, token);
  const { accountId, address } = subscriber;
  return describe(ports, subscriber, !(await ports.suppressions.has(accountId, address)));
}

/**
 * Ends marketing mail to the address. A repeated call changes nothing. The suppression is saved before the customer's
 * record, because only the suppression also stops mail that is already queued.
 */
export async function unsubscribe(
  ports: SubscriptionPorts,
  { token }: UnsubscribeLink,
): Promise<Subscription> {
  const subscriber = open(ports, token);
  const { accountId, address } = subscriber;
  await ports.suppressions.add(accountId, address, ports.clock.now());
  await ports.customers.unsubscribe(accountId, address);
  return describe(ports, subscriber, false);
}

function open({ links }: SubscriptionPorts, token: string) {
  const subscriber = links.open(token);
  if (subscriber) return subscriber;
  throw new DomainError('not_found', 'unsubscribe_link_invalid', {});
}

async function describe(
  ports: SubscriptionPorts,
  { accountId, address }: ReturnType<typeof open>,
  subscribed: boolean,
): Promise<Subscription> {
  const { name: senderName } = await findSender(ports, accountId);
  return { senderName, addressHint: addressHint(address), subscribed };
}
