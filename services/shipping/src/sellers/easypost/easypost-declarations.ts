import type { CarrierDeclaration } from '../carrier-port';
import { KNOWN_CARRIERS, type KnownCarrier, type KnownService, servicesOf } from '../known-carriers';

export interface EasypostDeclaration extends CarrierDeclaration {
  /** EasyPost has several names for a carrier: one for its own account, others for merchants' accounts. */
  readonly easypostNames: readonly string[];
  /** Our service codes, by EasyPost's names. */
  readonly easypostServices: Readonly<Record<string, KnownService>>;
  readonly trackingUrl: (trackingNumber: string) => string;
  readonly chargesForPickup: boolean;
  readonly pickup: CarrierDeclaration['pickup'] & {
    /** True when one form covers all labels of a pickup. */
    readonly scanForm?: true;
  };
}

/**
 * The most labels of a batch that are bought at the same time. EasyPost does not publish its limit, which changes with
 * its load, so only a few are bought at once. Calls above the limit are refused, and they are repeated later.
 */
const SALES_AT_ONCE = 6;

type Services = EasypostDeclaration['easypostServices'];

const USPS: Services = {
  GroundAdvantage: 'usps_ground_advantage',
  Priority: 'usps_priority_mail',
  Express: 'usps_priority_mail_express',
  MediaMail: 'usps_media_mail',
  LibraryMail: 'usps_library_mail',
  FirstClassMailInternational: 'usps_first_class_mail_international',
  FirstClassPackageInternationalService: 'usps_first_class_package_international',
  PriorityMailInternational: 'usps_priority_mail_international',
  ExpressMailInternational: 'usps_priority_mail_express_international',
};

const UPS: Services = {
  Ground: 'ups_ground',
  GroundSaver: 'ups_ground_saver',
  '3DaySelect': 'ups_3_day_select',
  '2ndDayAir': 'ups_2nd_day_air',
  '2ndDayAirAM': 'ups_2nd_day_air_am',
  NextDayAirSaver: 'ups_next_day_air_saver',
  NextDayAir: 'ups_next_day_air',
  NextDayAirEarlyAM: 'ups_next_day_air_early',
  UPSStandard: 'ups_standard',
  UPSSaver: 'ups_worldwide_saver',
  Express: 'ups_worldwide_express',
  ExpressPlus: 'ups_worldwide_express_plus',
  Expedited: 'ups_worldwide_expedited',
};

const FEDEX: Services = {
  SMART_POST: 'fedex_ground_economy',
  FEDEX_GROUND: 'fedex_ground',
  GROUND_HOME_DELIVERY: 'fedex_home_delivery',
  FEDEX_EXPRESS_SAVER: 'fedex_express_saver',
  FEDEX_2_DAY: 'fedex_2day',
  FEDEX_2_DAY_AM: 'fedex_2day_am',
  STANDARD_OVERNIGHT: 'fedex_standard_overnight',
  PRIORITY_OVERNIGHT: 'fedex_priority_overnight',
  FIRST_OVERNIGHT: 'fedex_first_overnight',
  INTERNATIONAL_ECONOMY: 'fedex_international_economy',
  INTERNATIONAL_PRIORITY: 'fedex_international_priority',
  INTERNATIONAL_FIRST: 'fedex_international_first',
};

type Differences = Pick<EasypostDeclaration, 'easypostNames' | 'easypostServices' | 'qrLabels'> &
  Pick<EasypostDeclaration['pickup'], 'scanForm'>;

const declared = (
  { code, name, services, pickup, chargesForPickup, trackingUrl }: KnownCarrier,
  { scanForm, ...own }: Differences,
): EasypostDeclaration => ({
  ...own,
  code,
  name,
  services: servicesOf({ services }),
  salesAtOnce: SALES_AT_ONCE,
  chargesForPickup,
  pickup: { ...pickup, ...(scanForm && { scanForm }) },
  trackingUrl,
});

export const easypostDeclarations: readonly EasypostDeclaration[] = [
  declared(KNOWN_CARRIERS.usps, {
    easypostNames: ['USPS'],
    easypostServices: USPS,
    qrLabels: true,
    scanForm: true,
  }),
  declared(KNOWN_CARRIERS.ups, {
    easypostNames: ['UPS', 'UPSDAP'],
    easypostServices: UPS,
    qrLabels: false,
  }),
  declared(KNOWN_CARRIERS.fedex, {
    easypostNames: ['FedEx', 'FedExDefault'],
    easypostServices: FEDEX,
    qrLabels: true,
  }),
];
