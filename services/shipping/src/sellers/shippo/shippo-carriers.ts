import type { CarrierDeclaration } from '../carrier-port';
import { KNOWN_CARRIERS, type KnownCarrier, type KnownService, servicesOf } from '../known-carriers';

export interface ShippoCarrier extends CarrierDeclaration {
  /** Shippo's name for the carrier in rates and messages. For tracking, Shippo's name is `code`. */
  readonly provider: string;
  /** Our service codes, by Shippo's codes. */
  readonly tokens: Readonly<Record<string, KnownService>>;
  readonly trackingUrl: (trackingNumber: string) => string;
  readonly chargesForPickup: boolean;
}

/**
 * The most labels of a batch that are bought at the same time. Shippo limits the sales in a minute (500 with a live
 * key, 50 with a test key), so only a few are bought at once. Sales above the limit are refused, and they are repeated
 * later.
 */
const SALES_AT_ONCE = 6;

type Tokens = ShippoCarrier['tokens'];

const USPS: Tokens = {
  usps_ground_advantage: 'usps_ground_advantage',
  usps_priority: 'usps_priority_mail',
  usps_priority_express: 'usps_priority_mail_express',
  usps_media_mail: 'usps_media_mail',
  usps_first_class_package_international_service: 'usps_first_class_package_international',
  usps_priority_mail_international: 'usps_priority_mail_international',
  usps_priority_mail_express_international: 'usps_priority_mail_express_international',
};

const UPS: Tokens = {
  ups_ground: 'ups_ground',
  // The earlier name of Ground Saver.
  ups_surepost: 'ups_ground_saver',
  ups_3_day_select: 'ups_3_day_select',
  ups_second_day_air: 'ups_2nd_day_air',
  ups_second_day_air_am: 'ups_2nd_day_air_am',
  ups_next_day_air_saver: 'ups_next_day_air_saver',
  ups_next_day_air: 'ups_next_day_air',
  ups_next_day_air_early_am: 'ups_next_day_air_early',
  ups_standard: 'ups_standard',
  ups_saver: 'ups_worldwide_saver',
  ups_express: 'ups_worldwide_express',
  ups_express_plus: 'ups_worldwide_express_plus',
  ups_expedited: 'ups_worldwide_expedited',
};

const FEDEX: Tokens = {
  fedex_ground_economy: 'fedex_ground_economy',
  // The earlier name of Ground Economy.
  fedex_smart_post: 'fedex_ground_economy',
  fedex_ground: 'fedex_ground',
  fedex_home_delivery: 'fedex_home_delivery',
  fedex_express_saver: 'fedex_express_saver',
  fedex_2_day: 'fedex_2day',
  fedex_2_day_am: 'fedex_2day_am',
  fedex_standard_overnight: 'fedex_standard_overnight',
  fedex_priority_overnight: 'fedex_priority_overnight',
  fedex_first_overnight: 'fedex_first_overnight',
  fedex_international_economy: 'fedex_international_economy',
  fedex_international_priority: 'fedex_international_priority',
  fedex_international_first: 'fedex_international_first',
};

type Differences = Pick<ShippoCarrier, 'provider' | 'tokens' | 'qrLabels'>;

const declared = (
  { code, name, services, pickup, chargesForPickup, trackingUrl }: KnownCarrier,
  { tokens, ...own }: Differences,
): ShippoCarrier => {
  const codes = new Set<string>(Object.values(tokens));
  return {
    ...own,
    code,
    name,
    tokens,
    services: servicesOf({ services }).filter((service) => codes.has(service.code)),
    salesAtOnce: SALES_AT_ONCE,
    pickup,
    chargesForPickup,
    trackingUrl,
  };
};

const { usps, ups, fedex } = KNOWN_CARRIERS;

export const shippoCarriers: readonly ShippoCarrier[] = [
  declared(usps, { provider: 'USPS', tokens: USPS, qrLabels: true }),
  declared(ups, { provider: 'UPS', tokens: UPS, qrLabels: false }),
  declared(fedex, { provider: 'FedEx', tokens: FEDEX, qrLabels: false }),
];
