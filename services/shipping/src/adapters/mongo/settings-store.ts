import type { Db } from 'mongodb';
import { DEFAULT_SETTINGS, type ShippingSettings } from '../../domain/settings';

interface SettingsDocument extends Partial<ShippingSettings> {
  /** The account's id. */
  _id: number;
  v: 1;
  accountId: number;
}

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** An account that saved nothing has no document: opening an account writes nothing here. */
export function createSettingsStore(db: Db) {
  const collection = db.collection<SettingsDocument>('settings');
  const read = (document: SettingsDocument | null): ShippingSettings => ({
    shipFrom: document?.shipFrom ?? DEFAULT_SETTINGS.shipFrom,
    printSetting: document?.printSetting ?? DEFAULT_SETTINGS.printSetting,
    insurance: document?.insurance ?? DEFAULT_SETTINGS.insurance,
  });
  return {
    /** Defaults where nothing was saved. */
    get: async (accountId: number) => read(await collection.findOne({ _id: accountId, accountId })),

    change: async (accountId: number, changes: Partial<ShippingSettings>) => {
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
