import type {
  Customer,
  SendCustomerEmailRequest,
  SendCustomerEmailResponse,
} from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { fullName } from '../domain/customer';
import { checkLetter, type Letter } from '../domain/letter';
import { isMailable, isPlaceholderEmail } from '../domain/mailbox';
import { getCustomer } from './read-customers';
import type { SendingPorts } from './send-campaign';
import { checkVerified, requireMaySend, SAME_SENDING_MS, sendingKey } from './sending-rules';

/**
 * One letter to one customer: shows what would be sent, or queues it (specification: send_customer_email). The same
 * text to the same customer within a day is one letter, however often and from how many sides it is confirmed.
 */
export async function sendCustomerEmail(
  ports: SendingPorts,
  { accountId, customerId, confirm, subject, body }: SendCustomerEmailRequest,
): Promise<SendCustomerEmailResponse> {
  const { billing, owners } = ports;
  const letter = checkLetter({ subject, body });
  const customer = await getCustomer(ports, { accountId, customerId });
  const claimed = confirm ? await claim(ports, customer, letter) : undefined;
  // A queued letter is reported even if plan and customer have changed since.
  const queued = claimed && (await ports.messages.get(accountId, claimed.messageId));
  if (queued) return confirmed(queued);
  const allowance = await billing.checkMarketingEmails({ accountId, count: 1 });
  const limitCheck = await checkVerified(owners, accountId, allowance);
  if (claimed) await requireMaySend(owners, accountId, limitCheck);
  await requireReachable(ports, customer);
  if (!claimed) return { recipient: customer.email, limitCheck, messageId: '', status: '' };
  await queue(ports, customer, letter, claimed);
  return confirmed({ recipient: customer.email, messageId: claimed.messageId, status: 'queued' });
}

const confirmed = ({
  recipient,
  messageId,
  status,
}: Pick<SendCustomerEmailResponse, 'recipient' | 'messageId' | 'status'>): SendCustomerEmailResponse => ({
  ...{ recipient, messageId, status, limitCheck: undefined },
});

async function requireReachable({ suppressions }: SendingPorts, customer: Customer): Promise<void> {
  const { accountId, customerId, email, subscribed } = customer;
  const field = 'customer_id';
  if (isPlaceholderEmail(email) || !isMailable(email)) {
    throw new DomainError('failed_precondition', 'customer_unreachable', { customerId }, { field });
  }
  if (!subscribed || (await suppressions.has(accountId, email.toLowerCase()))) {
    throw new DomainError('failed_precondition', 'customer_unsubscribed', { customerId }, { field });
  }
}

interface Claimed {
  messageId: string;
  now: Date;
}

/** The id of this text to this customer, the same for a day. */
async function claim(
  { claims, sendingIds, clock }: SendingPorts,
  { accountId, customerId }: Customer,
  letter: Letter,
): Promise<Claimed> {
  const now = clock.now();
  const key = sendingKey('customer_email', customerId, letter.subject, letter.body);
  const until = new Date(now.getTime() + SAME_SENDING_MS);
  const sendingId = await claims.claim(accountId, key, { sendingId: await sendingIds.next(), now, until });
  return { messageId: `customer_email:${sendingId}`, now };
}

async function queue(
  { messages, billing }: SendingPorts,
  customer: Customer,
  letter: Letter,
  { messageId, now }: Claimed,
): Promise<void> {
  const { accountId, email } = customer;
  await billing.claimMarketingEmails({ accountId, key: messageId, count: 1 });
  await messages.queue({
    ...{ accountId, messageId, kind: 'customer_email', recipient: email, letter },
    ...{ recipientName: fullName(customer), status: 'queued', attempts: 0, createdAt: now },
  });
}
