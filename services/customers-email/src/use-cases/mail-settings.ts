import type { Empty } from '@parcelyard/contracts/common';
import type { AccountRef, MailSettings, UpdateMailSettingsRequest } from '@parcelyard/contracts/customers';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import type { Owners } from '../adapters/clients/owners-client';
import type { MailSettingsStore } from '../adapters/mongo/mail-settings-store';
import { singleLine } from '../domain/mailbox';

interface Ports {
  readonly settings: MailSettingsStore;
  readonly owners: Owners;
}

export const getMailSettings = async (
  { settings, owners }: Ports,
  { accountId }: AccountRef,
): Promise<MailSettings> => ({
  ...(await settings.get(accountId)),
  addressUnverified: !(await owners.isVerified(accountId)),
});

/** Changes only what is given. */
export async function updateMailSettings(
  { settings }: Ports,
  { accountId, labelPrintedEmail, senderName }: UpdateMailSettingsRequest,
): Promise<Empty> {
  await settings.update(accountId, {
    ...(labelPrintedEmail === undefined ? {} : { labelPrintedEmail }),
    ...(senderName === undefined ? {} : { senderName: singleLine(cleanSavedText(senderName)) }),
  });
  return {};
}
