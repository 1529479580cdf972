import type { CarrierDeclaration } from '../carrier-port';

/** A carrier with EasyPost's names for it and its services. */
export interface EasypostDeclaration extends CarrierDeclaration {
  /** EasyPost's carrier names: one for own accounts, one for EasyPost's account. */
  readonly easypostNames: readonly string[];
  /** From EasyPost's service to our code and display name. */
  readonly easypostServices: Readonly<Record<string, readonly [code: string, name: string]>>;
  readonly trackingUrl: (trackingNumber: string) => string;
  readonly pickup: CarrierDeclaration['pickup'] & {
    /** True when EasyPost offers free pickups of this carrier. */
    readonly free: boolean;
    /** True when one form covers all labels of a pickup. */
    readonly scanForm?: true;
  };
}

/** EasyPost's limit varies with its load and is not published; above it calls are refused and wait. */
const SALES_AT_ONCE = 6;

type Services = EasypostDeclaration['easypostServices'];

const USPS: Services = {
  GroundAdvantage: ['usps_ground_advantage', 'USPS Ground Advantage'],
  Priority: ['usps_priority_mail', 'USPS Priority Mail'],
  Express: ['usps_priority_mail_express', 'USPS Priority Mail Express'],
  MediaMail: ['usps_media_mail', 'USPS Media Mail'],
  LibraryMail: ['usps_library_mail', 'USPS Library Mail'],
  FirstClassMailInternational: ['usps_first_class_mail_international', 'USPS First-Class Mail International'],
  FirstClassPackageInternationalService: [
    'usps_first_class_package_international',
    'USPS First-Class Package International',
  ],
  PriorityMailInternational: ['usps_priority_mail_international', 'USPS Priority Mail International'],
  ExpressMailInternational: [
    'usps_priority_mail_express_international',
    'USPS Priority Mail Express International',
  ],
};

const UPS: Services = {
  Ground: ['ups_ground', 'UPS Ground'],
  GroundSaver: ['ups_ground_saver', 'UPS Ground Saver'],
  '3DaySelect': ['ups_3_day_select', 'UPS 3 Day Select'],
  '2ndDayAir': ['ups_2nd_day_air', 'UPS 2nd Day Air'],
  '2ndDayAirAM': ['ups_2nd_day_air_am', 'UPS 2nd Day Air A.M.'],
  NextDayAirSaver: ['ups_next_day_air_saver', 'UPS Next Day Air Saver'],
  NextDayAir: ['ups_next_day_air', 'UPS Next Day Air'],
  NextDayAirEarlyAM: ['ups_next_day_air_early', 'UPS Next Day Air Early'],
  UPSStandard: ['ups_standard', 'UPS Standard'],
  UPSSaver: ['ups_worldwide_saver', 'UPS Worldwide Saver'],
  Express: ['ups_worldwide_express', 'UPS Worldwide Express'],
  ExpressPlus: ['ups_worldwide_express_plus', 'UPS Worldwide Express Plus'],
  Expedited: ['ups_worldwide_expedited', 'UPS Worldwide Expedited'],
};

const FEDEX: Services = {
  SMART_POST: ['fedex_ground_economy', 'FedEx Ground Economy'],
  FEDEX_GROUND: ['fedex_ground', 'FedEx Ground'],
  GROUND_HOME_DELIVERY: ['fedex_home_delivery', 'FedEx Home Delivery'],
  FEDEX_EXPRESS_SAVER: ['fedex_express_saver', 'FedEx Express Saver'],
  FEDEX_2_DAY: ['fedex_2day', 'FedEx 2Day'],
  FEDEX_2_DAY_AM: ['fedex_2day_am', 'FedEx 2Day A.M.'],
  STANDARD_OVERNIGHT: ['fedex_standard_overnight', 'FedEx Standard Overnight'],
  PRIORITY_OVERNIGHT: ['fedex_priority_overnight', 'FedEx Priority Overnight'],
  FIRST_OVERNIGHT: ['fedex_first_overnight', 'FedEx First Overnight'],
  INTERNATIONAL_ECONOMY: ['fedex_international_economy', 'FedEx International Economy'],
  INTERNATIONAL_PRIORITY: ['fedex_international_priority', 'FedEx International Priority'],
  INTERNATIONAL_FIRST: ['fedex_international_first', 'FedEx International First'],
};

const INTERNATIONAL = /international|worldwide|_standard$/;

const declared = (services: Services) =>
  Object.values(services).map(([code, name]) => ({ code, name, international: INTERNATIONAL.test(code) }));

export const easypostDeclarations: readonly EasypostDeclaration[] = [
  {
    code: 'usps',
    name: 'USPS',
    easypostNames: ['USPS'],
    easypostServices: USPS,
    services: declared(USPS),
    qrLabels: true,
    salesAtOnce: SALES_AT_ONCE,
    pickup: {
      window: { start: '09:00', end: '17:00' },
      weekdays: [1, 2, 3, 4, 5, 6],
      free: true,
      scanForm: true,
    },
    trackingUrl: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  },
  {
    code: 'ups',
    name: 'UPS',
    easypostNames: ['UPS', 'UPSDAP'],
    easypostServices: UPS,
    services: declared(UPS),
    qrLabels: false,
    salesAtOnce: SALES_AT_ONCE,
    pickup: { window: { start: '12:00', end: '18:00' }, weekdays: [1, 2, 3, 4, 5], free: false },
    trackingUrl: (number) => `https://www.ups.com/track?tracknum=${number}`,
  },
  {
    code: 'fedex',
    name: 'FedEx',
    easypostNames: ['FedEx', 'FedExDefault'],
    easypostServices: FEDEX,
    services: declared(FEDEX),
    qrLabels: true,
    salesAtOnce: SALES_AT_ONCE,
    pickup: { window: { start: '13:00', end: '18:00' }, weekdays: [1, 2, 3, 4, 5], free: false },
    trackingUrl: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  },
];
