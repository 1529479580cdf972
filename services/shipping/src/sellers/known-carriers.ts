import type { CarrierPickup, CarrierService } from './carrier-port';

/** The data of a carrier, which all sellers share. So a service has the same code at every seller. */
export interface KnownCarrier {
  readonly code: string;
  readonly name: string;
  readonly services: Readonly<Record<string, string>>;
  readonly pickup: CarrierPickup;
  /** True when the carrier takes money for a pickup. Only free pickups are booked. */
  readonly chargesForPickup: boolean;
  readonly trackingUrl: (trackingNumber: string) => string;
}

const usps = {
  usps_ground_advantage: 'USPS Ground Advantage',
  usps_priority_mail: 'USPS Priority Mail',
  usps_priority_mail_express: 'USPS Priority Mail Express',
  usps_media_mail: 'USPS Media Mail',
  usps_library_mail: 'USPS Library Mail',
  usps_first_class_mail_international: 'USPS First-Class Mail International',
  usps_first_class_package_international: 'USPS First-Class Package International',
  usps_priority_mail_international: 'USPS Priority Mail International',
  usps_priority_mail_express_international: 'USPS Priority Mail Express International',
} as const;

const ups = {
  ups_ground: 'UPS Ground',
  ups_ground_saver: 'UPS Ground Saver',
  ups_3_day_select: 'UPS 3 Day Select',
  ups_2nd_day_air: 'UPS 2nd Day Air',
  ups_2nd_day_air_am: 'UPS 2nd Day Air A.M.',
  ups_next_day_air_saver: 'UPS Next Day Air Saver',
  ups_next_day_air: 'UPS Next Day Air',
  ups_next_day_air_early: 'UPS Next Day Air Early',
  ups_standard: 'UPS Standard',
  ups_worldwide_saver: 'UPS Worldwide Saver',
  ups_worldwide_express: 'UPS Worldwide Express',
  ups_worldwide_express_plus: 'UPS Worldwide Express Plus',
  ups_worldwide_expedited: 'UPS Worldwide Expedited',
} as const;

const fedex = {
  fedex_ground_economy: 'FedEx Ground Economy',
  fedex_ground: 'FedEx Ground',
  fedex_home_delivery: 'FedEx Home Delivery',
  fedex_express_saver: 'FedEx Express Saver',
  fedex_2day: 'FedEx 2Day',
  fedex_2day_am: 'FedEx 2Day A.M.',
  fedex_standard_overnight: 'FedEx Standard Overnight',
  fedex_priority_overnight: 'FedEx Priority Overnight',
  fedex_first_overnight: 'FedEx First Overnight',
  fedex_international_economy: 'FedEx International Economy',
  fedex_international_priority: 'FedEx International Priority',
  fedex_international_first: 'FedEx International First',
} as const;

export const KNOWN_CARRIERS = {
  usps: {
    code: 'usps',
    name: 'USPS',
    services: usps,
    pickup: { window: { start: '09:00', end: '17:00' }, weekdays: [1, 2, 3, 4, 5, 6] },
    chargesForPickup: false,
    trackingUrl: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
  },
  ups: {
    code: 'ups',
    name: 'UPS',
    services: ups,
    pickup: { window: { start: '12:00', end: '18:00' }, weekdays: [1, 2, 3, 4, 5] },
    chargesForPickup: true,
    trackingUrl: (number) => `https://www.ups.com/track?tracknum=${number}`,
  },
  fedex: {
    code: 'fedex',
    name: 'FedEx',
    services: fedex,
    pickup: { window: { start: '13:00', end: '18:00' }, weekdays: [1, 2, 3, 4, 5] },
    chargesForPickup: true,
    trackingUrl: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  },
} as const satisfies Readonly<Record<string, KnownCarrier>>;

export type KnownService = keyof typeof usps | keyof typeof ups | keyof typeof fedex;

const INTERNATIONAL = /international|worldwide|_standard$/;

export const knownService = <Code extends string>(
  { services }: { readonly services: Readonly<Record<Code, string>> },
  code: Code,
): CarrierService => ({ code, name: services[code], international: INTERNATIONAL.test(code) });

export const servicesOf = ({ services }: Pick<KnownCarrier, 'services'>): readonly CarrierService[] =>
  Object.entries(services).map(([code, name]) => ({ code, name, international: INTERNATIONAL.test(code) }));
