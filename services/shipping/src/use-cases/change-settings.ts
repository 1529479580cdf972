import type {
  ShippingSettings as SettingsMessage,
  UpdateSettingsRequest,
} from '@parcelyard/contracts/shipping';
import { checkPrintSetting, checkShipFrom, type ShippingSettings } from '../domain/settings';
import type { SettingsStore } from '../ports';
import { contractAddress, postalAddress } from './postal-address';

/** Changes what is given and leaves the rest. @throws DomainError invalid_argument */
export async function changeSettings(
  settings: SettingsStore,
  { accountId, shipFrom, printSetting, insurance }: UpdateSettingsRequest,
): Promise<SettingsMessage> {
  const changes: Partial<ShippingSettings> = {
    ...(shipFrom === undefined ? {} : { shipFrom: checkShipFrom(postalAddress(shipFrom)) }),
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
