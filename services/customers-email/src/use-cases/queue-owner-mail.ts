import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { isMailable } from '../domain/mailbox';
import type { OwnerNews } from '../domain/message';
import type { MessageStore } from '../ports';

interface Dependencies {
  messages: MessageStore;
  clock: Clock;
}

interface OwnerMail extends OwnerNews {
  recipient: string;
  recipientName: string;
  key: string;
}

/** A mail of ours, once a key. @throws DomainError invalid_argument for an address that cannot be written to */
export const queueOwnerMail =
  ({ messages, clock }: Dependencies) =>
  async (accountId: AccountId, { recipient, recipientName, key, ...news }: OwnerMail): Promise<void> => {
    if (!isMailable(recipient)) {
      throw DomainError.text('invalid_argument', 'recipient must be one plain mail address.', {
        field: 'recipient',
      });
    }
    await messages.queue({
      ...{ accountId, messageId: `owner_email:${key}`, kind: 'owner_email', recipient, recipientName, news },
      ...{ status: 'queued', attempts: 0, createdAt: clock.now() },
    });
  };
