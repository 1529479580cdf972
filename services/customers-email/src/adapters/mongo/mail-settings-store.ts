import type { Collection, Db } from 'mongodb';
import { DEFAULT_MAIL_SETTINGS, type MailSettings } from '../../domain/mail-settings';
import type { MailSettingsStore } from '../../ports';

interface MailSettingsDocument extends Partial<MailSettings> {
  /** The account's id. */
  _id: number;
  accountId: number;
}

/** An absent document, or field, means the default: creating an account writes nothing here. */
export function createMailSettingsStore(db: Db): MailSettingsStore {
  const collection: Collection<MailSettingsDocument> = db.collection('mail_settings');
  const get: MailSettingsStore['get'] = async (accountId) =>
    withDefaults(await collection.findOne({ _id: accountId, accountId }));
  return {
    get,
    update: async (accountId, changes) => {
      if (Object.keys(changes).length === 0) return get(accountId);
      const upsert = () =>
        collection.findOneAndUpdate(
          { _id: accountId, accountId },
          { $set: changes },
          { upsert: true, returnDocument: 'after' },
        );
      // Two first changes at once: one may be told that the key is taken, and then finds it.
      return withDefaults(await upsert().catch(upsert));
    },
  };
}

function withDefaults(document: MailSettingsDocument | null): MailSettings {
  const { labelPrintedEmail, senderName } = { ...DEFAULT_MAIL_SETTINGS, ...document };
  return { labelPrintedEmail, senderName };
}
