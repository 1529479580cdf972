import type {
  ShippingSettings as SettingsMessage,
  UpdateSettingsRequest,
} from '@parcelyard/contracts/shipping';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import type { SettingsStore } from '../adapters/mongo/settings-store';
import { contractAddress, postalAddress } from '../domain/address/postal-address';
import { checkPrintSetting, checkShipFrom, type ShippingSettings } from '../domain/settings';

/** Changes only the fields that are given. @throws DomainError invalid_argument */
export async function changeSettings(
  settings: SettingsStore,
  { accountId, shipFrom, printSetting, insurance }: UpdateSettingsRequest,
): Promise<SettingsMessage> {
  const changes: Partial<ShippingSettings> = {
    ...(shipFrom === undefined ? {} : { shipFrom: checkShipFrom(postalAddress(cleanSavedText(shipFrom))) }),
    ...(printSetting === undefined ? {} : { printSetting: checkPrintSetting(printSetting) }),
    ...(insurance === undefined ? {} : { insurance }),
  };
  const unchanged = Object.keys(changes).length === 0;
  return settingsMessage(
    unchanged ? await settings.get(accountId) : await settings.change(accountId, changes),
  );
}

export function settingsMessage({ shipFrom, printSetting, insurance }: ShippingSettings): SettingsMessage {
  return { shipFrom: contractAddress(shipFrom), printSetting, insurance };
}
