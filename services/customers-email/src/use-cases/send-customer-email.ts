import type { LimitCheck } from '@parcelyard/contracts/billing';
import type {
  Customer,
  SendCustomerEmailRequest,
  SendCustomerEmailResponse,
} from '@parcelyard/contracts/customers';
import { postalLine } from '@parcelyard/service-kit/addresses/postal-line';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { fullName } from '../domain/customer';
import { checkLetter, type Letter } from '../domain/letter';
import type { Message } from '../domain/message';
import { mailboxOf } from '../domain/sender';
import { composeLetter } from './compose-letter';
import { mailStateOf } from './customer-mail-state';
import { findSender } from './find-sender';
import { getCustomer } from './read-customers';
import type { SendingPorts } from './send-campaign';
import { refusedWhileUnverified, requireMaySend, SAME_SENDING_MS, sendingKey } from './sending-rules';

/**
 * Shows a letter to one customer, or queues it (specification: send_customer_email). Within a day, the same text is
 * sent to the same customer only once, even if it is confirmed several times.
 */
export async function sendCustomerEmail(
  ports: SendingPorts,
  { accountId, customerId, confirm, subject, body, shipFrom }: SendCustomerEmailRequest,
): Promise<SendCustomerEmailResponse> {
  const { billing, owners } = ports;
  const letter = checkLetter({ subject, body });
  const customer = await getCustomer(ports, { accountId, customerId });
  const claimed = confirm ? await claim(ports, customer, letter) : undefined;
  // A letter that is queued already is shown even if the plan or the customer has changed since.
  const queued = claimed && (await ports.messages.get(accountId, claimed.messageId));
  if (queued) return confirmAnswer(queued, true);
  const allowance = await billing.checkMarketingEmails({ accountId, count: 1 });
  const limitCheck = await refusedWhileUnverified(owners, accountId, allowance);
  if (claimed) await requireMaySend(owners, accountId, limitCheck);
  await requireReachable(ports, customer);
  const postalAddress = shipFrom ? postalLine(shipFrom) : '';
  if (!claimed) return preview(ports, customer, letter, postalAddress, limitCheck);
  await queue(ports, customer, { letter, postalAddress }, claimed);
  return confirmAnswer({ recipient: customer.email, messageId: claimed.messageId, status: 'queued' }, false);
}

async function preview(
  ports: SendingPorts,
  customer: Customer,
  letter: Letter,
  postalAddress: string,
  limitCheck: LimitCheck,
): Promise<SendCustomerEmailResponse> {
  const { accountId, email: address } = customer;
  const { name, replyTo = '' } = await findSender(ports, accountId);
  const mail = composeLetter(
    ports,
    letter,
    { name, postalAddress },
    { accountId, address, person: customer },
  );
  const { messageId, status } = (await findConfirmed(ports, customer, letter)) ?? {
    messageId: '',
    status: '',
  };
  return {
    recipient: address,
    limitCheck,
    messageId,
    status,
    from: mailboxOf(name, ports.mailFrom),
    replyTo,
    repeated: false,
    letter: { subject: mail.subject, body: mail.text },
  };
}

const confirmAnswer = (
  { recipient, messageId, status }: Pick<SendCustomerEmailResponse, 'recipient' | 'messageId' | 'status'>,
  repeated: boolean,
): SendCustomerEmailResponse => ({
  recipient,
  messageId,
  status,
  repeated,
  limitCheck: undefined,
  from: '',
  replyTo: '',
  letter: undefined,
});

async function requireReachable(ports: SendingPorts, customer: Customer): Promise<void> {
  const { customerId } = customer;
  const { state, bounceStatus = '' } = await mailStateOf(ports, customer);
  const field = 'customer_id';
  switch (state) {
    case 'unreachable':
      throw new DomainError('failed_precondition', 'customer_unreachable', { customerId }, { field });
    case 'bounced':
      throw new DomainError(
        'failed_precondition',
        'customer_bounced',
        { customerId, status: bounceStatus },
        { field },
      );
    case 'complained':
      throw new DomainError('failed_precondition', 'customer_complained', { customerId }, { field });
    case 'unsubscribed':
      throw new DomainError('failed_precondition', 'customer_unsubscribed', { customerId }, { field });
    case 'reachable':
  }
}

interface Claimed {
  messageId: string;
  now: Date;
}

const keyOf = ({ customerId }: Customer, { subject, body }: Letter): string =>
  sendingKey('customer_email', customerId, subject, body);

const idOf = (sendingId: number): string => `customer_email:${sendingId}`;

/** Returns the message that was confirmed within the last day for the same text and customer. */
async function findConfirmed(
  { claims, messages, clock }: SendingPorts,
  customer: Customer,
  letter: Letter,
): Promise<Message | undefined> {
  const { accountId } = customer;
  const sendingId = await claims.holder(accountId, keyOf(customer, letter), clock.now());
  return sendingId === undefined ? undefined : messages.get(accountId, idOf(sendingId));
}

/** Returns the id of the message with this text to this customer. For a day, a repeated call gets the same id. */
async function claim(
  { claims, sendingIds, clock }: SendingPorts,
  customer: Customer,
  letter: Letter,
): Promise<Claimed> {
  const { accountId } = customer;
  const now = clock.now();
  const key = keyOf(customer, letter);
  const until = new Date(now.getTime() + SAME_SENDING_MS);
  const sendingId = await claims.claim(accountId, key, { sendingId: await sendingIds.next(), now, until });
  return { messageId: idOf(sendingId), now };
}

async function queue(
  { messages, billing }: SendingPorts,
  customer: Customer,
  content: { letter: Letter; postalAddress: string },
  { messageId, now }: Claimed,
): Promise<void> {
  const { accountId, email, firstName, lastName } = customer;
  await billing.claimMarketingEmails({ accountId, key: messageId, count: 1 });
  await messages.queue({
    accountId,
    messageId,
    kind: 'customer_email',
    recipient: email,
    ...content,
    recipientName: fullName(customer),
    person: { firstName, lastName },
    status: 'queued',
    attempts: 0,
    createdAt: now,
  });
}
