import type { Empty } from '@parcelyard/contracts/common';
import type {
  GetMailSettingsRequest,
  MailSettings,
  UpdateMailSettingsRequest,
} from '@parcelyard/contracts/customers';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { singleLine } from '../domain/mailbox';
import type { CustomersPorts } from '../ports';
import { type ReplyToPorts, requestReplyTo } from './reply-to';

type Ports = Pick<CustomersPorts, 'settings' | 'owners' | 'reports'>;

const LONGEST_NAME = 100;
const MOST_BOUNCED = 1_000;

export async function getMailSettings(
  { settings, owners, reports }: Ports,
  { accountId, withBounced }: GetMailSettingsRequest,
): Promise<MailSettings> {
  const [kept, isVerified, bouncedAddresses] = await Promise.all([
    settings.get(accountId),
    owners.isVerified(accountId),
    withBounced ? reports.bounced(accountId, MOST_BOUNCED) : [],
  ]);
  return { ...kept, addressUnverified: !isVerified, bouncedAddresses };
}

/**
 * Changes the settings that the caller gave.
 * @throws DomainError `invalid_argument`, and the errors of `requestReplyTo`
 */
export async function updateMailSettings(
  ports: ReplyToPorts,
  { accountId, labelPrintedEmail, senderName, replyTo }: UpdateMailSettingsRequest,
): Promise<Empty> {
  const name = senderName === undefined ? undefined : singleLine(cleanSavedText(senderName));
  if (name && name.length > LONGEST_NAME) {
    const params = { max: LONGEST_NAME };
    throw new DomainError('invalid_argument', 'letter_too_long', params, { field: 'sender_name' });
  }
  if (replyTo !== undefined) await requestReplyTo(ports, accountId, replyTo);
  await ports.settings.update(accountId, {
    ...(labelPrintedEmail === undefined ? {} : { labelPrintedEmail }),
    ...(name === undefined ? {} : { senderName: name }),
  });
  return {};
}
