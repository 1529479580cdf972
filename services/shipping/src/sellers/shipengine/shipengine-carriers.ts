import { KNOWN_CARRIERS, type KnownCarrier, type KnownService } from '../known-carriers';
import type { ShipengineApi } from './shipengine-api';

export interface ShipengineCarrier extends KnownCarrier {
  /**
   * The codes that ShipEngine uses for this carrier. There are several, because each type of carrier account has its
   * own code.
   */
  readonly kinds: readonly string[];
  /** Our service codes, by ShipEngine's codes. A service that is missing here is not sold. */
  readonly codes: Readonly<Record<string, KnownService>>;
}

/** Returns a table of service codes. `others` has only the services whose ShipEngine code differs from ours. */
const sameCodes = (
  services: Readonly<Record<string, string>>,
  others: Readonly<Record<string, KnownService>>,
) => ({
  ...Object.fromEntries(Object.keys(services).map((code) => [code, code as KnownService])),
  ...others,
});

export const shipengineCarriers: readonly ShipengineCarrier[] = [
  {
    ...KNOWN_CARRIERS.usps,
    kinds: ['stamps_com', 'usps', 'endicia'],
    codes: sameCodes(KNOWN_CARRIERS.usps.services, {}),
  },
  {
    ...KNOWN_CARRIERS.ups,
    kinds: ['ups', 'ups_walleted'],
    codes: sameCodes(KNOWN_CARRIERS.ups.services, {
      ups_next_day_air_early_am: 'ups_next_day_air_early',
      ups_standard_international: 'ups_standard',
      ups_surepost_1_lb_or_greater: 'ups_ground_saver',
    }),
  },
  {
    ...KNOWN_CARRIERS.fedex,
    kinds: ['fedex', 'fedex_walleted'],
    codes: sameCodes(KNOWN_CARRIERS.fedex.services, {}),
  },
];

const KEPT_MS = 600_000;

/** Returns the ids that ShipEngine uses for our accounts with a carrier. Accounts that do not work are left out. */
export type AccountIds = (carrier: Pick<ShipengineCarrier, 'kinds'>) => Promise<readonly string[]>;

/** Reads the list of accounts at most once in ten minutes. If a read fails, the next call reads the list again. */
export function createAccountIds(api: Pick<ShipengineApi, 'listCarriers'>, now: () => Date): AccountIds {
  let kept: { readonly at: number; readonly list: ReturnType<ShipengineApi['listCarriers']> } | undefined;
  const list = () => {
    const at = now().getTime();
    if (kept && at - kept.at < KEPT_MS) return kept.list;
    const asked = api.listCarriers();
    const entry = { at, list: asked };
    kept = entry;
    asked.catch(() => {
      if (kept === entry) kept = undefined;
    });
    return asked;
  };
  return async ({ kinds }) => {
    const { carriers } = await list();
    return carriers
      .filter(({ carrier_code }) => kinds.includes(carrier_code))
      .filter((one) => !one.disabled_by_billing_plan && one.connection_status !== 'pending_approval')
      .map(({ carrier_id }) => carrier_id);
  };
}
