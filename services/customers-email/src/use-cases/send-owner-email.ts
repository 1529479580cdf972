import type { Empty } from '@parcelyard/contracts/common';
import { OwnerEmailKind, type SendOwnerEmailRequest } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { isMailable } from '../domain/mailbox';
import type { AddressNews } from '../domain/message';
import type { CustomersPorts } from '../ports';

type Ports = Pick<CustomersPorts, 'messages' | 'clock'>;

/**
 * Queues a mail of the service itself, once per key.
 * @throws DomainError invalid_argument for an address that cannot receive mail
 */
export async function sendOwnerEmail(
  { messages, clock }: Ports,
  { accountId, kind, recipient, recipientName, key, linkPath, expiresAt }: SendOwnerEmailRequest,
): Promise<Empty> {
  if (!isMailable(recipient)) {
    throw new DomainError('invalid_argument', 'recipient_malformed', {}, { field: 'recipient' });
  }
  const news = { about: aboutWhat(kind), linkPath, expiresAt };
  await messages.queue({
    accountId,
    messageId: `owner_email:${key}`,
    kind: 'owner_email',
    recipient,
    recipientName,
    news,
    status: 'queued',
    attempts: 0,
    createdAt: clock.now(),
  });
  return {};
}

function aboutWhat(kind: OwnerEmailKind): AddressNews['about'] {
  if (kind === OwnerEmailKind.VERIFY_ADDRESS) return 'verify_address';
  if (kind === OwnerEmailKind.ADDRESS_IN_USE) return 'address_in_use';
  throw new DomainError('invalid_argument', 'field_required', {}, { field: 'kind' });
}
