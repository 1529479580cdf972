import type { AccountId } from '@parcelyard/service-kit/ids';
import type { MailSettings } from '../domain/mail-settings';
import { singleLine } from '../domain/mailbox';
import type { MailSettingsStore, Owners } from '../ports';

interface Dependencies {
  settings: MailSettingsStore;
  owners: Owners;
}

/** Nobody is written to while the account's own address is not verified, whatever the settings say. */
export interface StandingSettings extends MailSettings {
  addressUnverified: boolean;
}

export const getMailSettings =
  ({ settings, owners }: Dependencies) =>
  async (accountId: AccountId): Promise<StandingSettings> => ({
    ...(await settings.get(accountId)),
    addressUnverified: !(await owners.isVerified(accountId)),
  });

/** Changes only what is given. */
export const updateMailSettings =
  ({ settings, owners }: Dependencies) =>
  async (
    accountId: AccountId,
    { labelPrintedEmail, senderName }: { [S in keyof MailSettings]?: MailSettings[S] | undefined },
  ): Promise<StandingSettings> => {
    await settings.update(accountId, {
      ...(labelPrintedEmail === undefined ? {} : { labelPrintedEmail }),
      ...(senderName === undefined ? {} : { senderName: singleLine(senderName) }),
    });
    return getMailSettings({ settings, owners })(accountId);
  };
