import type { LimitCheck } from '@parcelyard/contracts/billing';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Customer } from '../domain/customer';
import { checkLetter, type Letter } from '../domain/letter';
import { isMailable, isPlaceholderEmail } from '../domain/mailbox';
import type { MessageStatus } from '../domain/message';
import type {
  Allowance,
  CustomerStore,
  MessageStore,
  Owners,
  SendingClaims,
  SendingIds,
  Suppressions,
} from '../ports';
import { getCustomer } from './get-customer';
import { requireEntitlement } from './require-entitlement';
import { checkVerified, requireVerified } from './require-verified';
import { SAME_SENDING_MS, sendingKey } from './sending-key';

interface Dependencies {
  customers: CustomerStore;
  messages: MessageStore;
  suppressions: Suppressions;
  claims: SendingClaims;
  owners: Owners;
  allowance: Allowance;
  ids: SendingIds;
  clock: Clock;
}

interface Wish extends Letter {
  customerId: number;
  confirm: boolean;
}

export type CustomerEmailAnswer =
  | { recipient: string; limitCheck: LimitCheck }
  | { recipient: string; messageId: string; status: MessageStatus };

/**
 * One letter to one customer: shows what would be sent, or queues it (specification: send_customer_email). The same
 * words to the same customer within a day are one letter, however often and from how many sides it is confirmed.
 */
export const sendCustomerEmail =
  (dependencies: Dependencies) =>
  async (accountId: AccountId, { customerId, confirm, ...given }: Wish): Promise<CustomerEmailAnswer> => {
    const { customers, allowance, owners } = dependencies;
    const letter = checkLetter(given);
    const customer = await getCustomer({ customers })(accountId, customerId);
    const claimed = confirm ? await claim(dependencies, customer, letter) : undefined;
    // What was queued is told, whatever plan and customer have become since.
    const known = claimed && (await dependencies.messages.get(accountId, claimed.messageId));
    if (known) return { recipient: known.recipient, messageId: known.messageId, status: known.status };
    const limitCheck = await checkVerified(owners, accountId, await allowance.check(accountId, 1));
    if (claimed) {
      requireEntitlement(limitCheck);
      await requireVerified(owners, accountId);
    }
    await requireReachable(dependencies, customer);
    if (!claimed) return { recipient: customer.email, limitCheck };
    return { recipient: customer.email, ...(await queue(dependencies, customer, letter, claimed)) };
  };

async function requireReachable({ suppressions }: Dependencies, customer: Customer): Promise<void> {
  const { accountId, customerId, email, subscribed } = customer;
  if (isPlaceholderEmail(email) || !isMailable(email)) {
    throw refused(`Customer ${customerId} has no e-mail address that can be written to.`);
  }
  if (!subscribed || (await suppressions.has(accountId, email.toLowerCase()))) {
    throw refused(`Customer ${customerId} has unsubscribed from marketing e-mails.`);
  }
}

const refused = (message: string) =>
  DomainError.text('failed_precondition', message, { field: 'customer_id' });

interface Claimed {
  messageId: string;
  now: Date;
}

/** The id of these words to this customer, the same for a day. */
async function claim(
  { claims, ids, clock }: Dependencies,
  { accountId, customerId }: Customer,
  letter: Letter,
): Promise<Claimed> {
  const now = clock.now();
  const key = sendingKey('customer_email', customerId, letter.subject, letter.body);
  const until = new Date(now.getTime() + SAME_SENDING_MS);
  const sendingId = await claims.claim(accountId, key, { sendingId: await ids.next(), now, until });
  return { messageId: `customer_email:${sendingId}`, now };
}

async function queue(
  { messages, allowance }: Dependencies,
  { accountId, email, firstName, lastName }: Customer,
  letter: Letter,
  { messageId, now }: Claimed,
): Promise<{ messageId: string; status: MessageStatus }> {
  await allowance.claim(accountId, messageId, 1);
  await messages.queue({
    ...{ accountId, messageId, kind: 'customer_email', recipient: email, letter },
    recipientName: `${firstName} ${lastName}`.trim(),
    ...{ status: 'queued', attempts: 0, createdAt: now },
  });
  return { messageId, status: 'queued' };
}
