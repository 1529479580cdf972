import type { Db } from 'mongodb';
import { DEFAULT_SETTINGS, type ShippingSettings } from '../../domain/settings';
import type { SettingsStore } from '../../ports';

interface SettingsDocument extends Partial<ShippingSettings> {
  /** The account's id. */
  _id: number;
  v: 1;
  accountId: number;
}

/** An account that saved nothing has no document: opening an account writes nothing here. */
export function createSettingsStore(db: Db): SettingsStore {
  const collection = db.collection<SettingsDocument>('settings');
  const read = (document: SettingsDocument | null): ShippingSettings => ({
    shipFrom: document?.shipFrom ?? DEFAULT_SETTINGS.shipFrom,
    printSetting: document?.printSetting ?? DEFAULT_SETTINGS.printSetting,
    insurance: document?.insurance ?? DEFAULT_SETTINGS.insurance,
  });
  return {
    get: async (accountId) => read(await collection.findOne({ _id: accountId, accountId })),

    change: async (accountId, changes) => {
      const filter = { _id: accountId, accountId };
      const changed = await collection.findOneAndUpdate(
        filter,
        { $set: changes, $setOnInsert: { v: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      return read(changed);
    },
  };
}
