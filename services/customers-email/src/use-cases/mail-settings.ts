import type { Empty } from '@parcelyard/contracts/common';
import type { AccountRef, MailSettings, UpdateMailSettingsRequest } from '@parcelyard/contracts/customers';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Owners } from '../adapters/clients/owners-client';
import type { MailSettingsStore } from '../adapters/mongo/mail-settings-store';
import { singleLine } from '../domain/mailbox';
import { type ReplyToPorts, wantReplyTo } from './reply-to';

interface Ports {
  readonly settings: MailSettingsStore;
  readonly owners: Owners;
}

const LONGEST_NAME = 100;

export const getMailSettings = async (
  { settings, owners }: Ports,
  { accountId }: AccountRef,
): Promise<MailSettings> => ({
  ...(await settings.get(accountId)),
  addressUnverified: !(await owners.isVerified(accountId)),
});

/** Changes only what is given. @throws DomainError `invalid_argument`, and as `wantReplyTo` does */
export async function updateMailSettings(
  ports: ReplyToPorts,
  { accountId, labelPrintedEmail, senderName, replyTo }: UpdateMailSettingsRequest,
): Promise<Empty> {
  const name = senderName === undefined ? undefined : singleLine(cleanSavedText(senderName));
  if (name && name.length > LONGEST_NAME) {
    const params = { max: LONGEST_NAME };
    throw new DomainError('invalid_argument', 'letter_too_long', params, { field: 'sender_name' });
  }
  if (replyTo !== undefined) await wantReplyTo(ports, accountId, replyTo);
  await ports.settings.update(accountId, {
    ...(labelPrintedEmail === undefined ? {} : { labelPrintedEmail }),
    ...(name === undefined ? {} : { senderName: name }),
  });
  return {};
}
