import type { MailSettings as MailSettingsMessage } from '@parcelyard/contracts/customers';
import { repeatIfDuplicate } from '@parcelyard/service-kit/mongo/repeat-if-duplicate';
import type { Collection, Db } from 'mongodb';

/** How an account writes to its customers. */
export type MailSettings = Omit<MailSettingsMessage, 'addressUnverified' | 'bouncedAddresses'>;

const DEFAULT_SETTINGS: MailSettings = {
  labelPrintedEmail: true,
  senderName: '',
  replyTo: '',
  replyToAsked: '',
};

interface MailSettingsDocument extends Partial<MailSettings> {
  _id: number;
  accountId: number;
}

export type MailSettingsStore = ReturnType<typeof createMailSettingsStore>;

/**
 * Stores the mail settings of accounts. A missing document or field means the default, so a new account has no
 * document.
 */
export function createMailSettingsStore(db: Db) {
  const collection: Collection<MailSettingsDocument> = db.collection('mail_settings');
  const update = async (accountId: number, changes: Partial<MailSettings>): Promise<void> => {
    if (Object.keys(changes).length === 0) return;
    await repeatIfDuplicate(() =>
      collection.updateOne({ _id: accountId, accountId }, { $set: changes }, { upsert: true }),
    );
  };
  return {
    get: async (accountId: number): Promise<MailSettings> => {
      const document = await collection.findOne({ _id: accountId, accountId });
      const { labelPrintedEmail, senderName, replyTo, replyToAsked } = { ...DEFAULT_SETTINGS, ...document };
      return { labelPrintedEmail, senderName, replyTo, replyToAsked };
    },
    update: (
      accountId: number,
      changes: Partial<Pick<MailSettings, 'labelPrintedEmail' | 'senderName'>>,
    ): Promise<void> => update(accountId, changes),
    /**
     * Records that the account waits for a confirmation of this address. With an empty address, records that the
     * account no longer waits.
     */
    askReplyTo: (accountId: number, address: string): Promise<void> =>
      update(accountId, { replyToAsked: address }),
    forgetReplyTo: (accountId: number): Promise<void> => update(accountId, { replyTo: '', replyToAsked: '' }),
    /** Uses the address as Reply-To if the account still waits for the confirmation of this address. */
    confirmReplyTo: async (accountId: number, address: string): Promise<void> => {
      await collection.updateOne(
        { _id: accountId, accountId, replyToAsked: address },
        { $set: { replyTo: address, replyToAsked: '' } },
      );
    },
  };
}
