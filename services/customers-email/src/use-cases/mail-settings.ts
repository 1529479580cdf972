import type { AccountId } from '@parcelyard/service-kit/ids';
import type { MailSettings } from '../domain/mail-settings';
import { singleLine } from '../domain/mailbox';
import type { MailSettingsStore } from '../ports';

export const getMailSettings =
  ({ settings }: { settings: MailSettingsStore }) =>
  (accountId: AccountId): Promise<MailSettings> =>
    settings.get(accountId);

/** Changes only what is given. */
export const updateMailSettings =
  ({ settings }: { settings: MailSettingsStore }) =>
  (
    accountId: AccountId,
    { labelPrintedEmail, senderName }: { [S in keyof MailSettings]?: MailSettings[S] | undefined },
  ): Promise<MailSettings> =>
    settings.update(accountId, {
      ...(labelPrintedEmail === undefined ? {} : { labelPrintedEmail }),
      ...(senderName === undefined ? {} : { senderName: singleLine(senderName) }),
    });
