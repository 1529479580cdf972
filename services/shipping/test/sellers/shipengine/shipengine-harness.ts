import { loadConfig } from '@parcelyard/service-kit/config';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import type { Db } from 'mongodb';
import type { Carrier } from '../../../src/sellers/carrier-port';
import type { SellerContext } from '../../../src/sellers/seller-port';
import { shipengine } from '../../../src/sellers/shipengine/declaration';
import { openShipengine } from '../../../src/sellers/shipengine/open-shipengine';
import { anAddress } from '../../address/an-address';
import { aPurchase } from '../conformance/a-purchase';
import type { SellerHarness } from '../conformance/seller-harness';
import {
  API_KEY,
  anError,
  aSignedEvent,
  aTrackEvent,
  type Body,
  BUY,
  LOOK_UP,
  type Mishap,
  RATE,
  type ShipengineDouble,
  TRACK,
  VOID,
} from './start-shipengine-double';

const ROOM_PAUSES_MS = [1, 1, 1];

/** Connects the seller to the double, with an empty reference book. */
export async function connected(double: ShipengineDouble, db: Db): Promise<SellerHarness> {
  await db.collection('shipengine_references').deleteMany({});
  const clock = new FakeClock();
  const unused = { refundDelayMs: 0 } as Pick<SellerContext, 'sequences' | 'printer' | 'refundDelayMs'>;
  const connect = (apiKey = API_KEY) => {
    const variables = { SHIPENGINE_API_URL: double.url, SHIPENGINE_WEBHOOK: 'on' };
    const config = { ...loadConfig(shipengine.variables, variables), SHIPENGINE_API_KEY: apiKey };
    const context = { ...unused, config, clock, db, logger: silentLogger };
    return openShipengine(context, ROOM_PAUSES_MS);
  };
  const usps = ({ carriers }: Pick<SellerHarness['seller'], 'carriers'>) =>
    carriers.find(({ code }) => code === 'usps') as Carrier;
  const seller = await connect();

  const withMishap = (path: RegExp, mishap: Mishap, meanwhile?: () => void) => () => {
    double.mishap(path, mishap, meanwhile);
    return {};
  };
  const throttled: Mishap = {
    status: 429,
    json: anError('business_rules', 'rate_limit_exceeded', 'Too many requests.'),
  };
  const withThrottling = (path: RegExp) => () => {
    for (let tries = 0; tries <= ROOM_PAUSES_MS.length; tries += 1) double.mishap(path, throttled);
    return {};
  };
  const page: Mishap = { status: 502, text: '<html>Bad gateway</html>' };
  const success: Mishap = { status: 200, json: { status: 'ok' } };
  const garbage: Mishap = { status: 200, text: 'garbage' };
  const onSale = (happens: (label: Body) => void) => () => {
    double.onSold(happens);
    return {};
  };
  const refund = (refund_status: string) => {
    for (const label of double.labels.values()) label.refund_details = { refund_status };
  };
  const voids = (later?: string) => () => {
    double.onVoid((label) => {
      Object.assign(label, { void_type: 'refund_assist', refund_details: { refund_status: 'pending' } });
      return { approved: true, message: 'A refund was requested.' };
    });
    return later === undefined ? {} : { later: () => refund(later) };
  };
  const fails = (error: Body) => () => {
    double.onRated((response) => {
      response.rates = response.rates.filter(({ carrier_id }) => carrier_id !== error.carrier_id);
      response.errors = [{ error_source: 'carrier', ...error }];
    });
    return {};
  };
  const scans =
    (...codes: readonly [string, string][]) =>
    () => {
      const [label] = [...double.labels.values()].slice(-1);
      double.scan(
        String(label?.label_id),
        codes.map(([status_code, status_detail_code], at) => ({
          status_code,
          status_detail_code,
          occurred_at: `2026-03-0${9 - at}T10:00:00Z`,
        })),
      );
      return {};
    };

  return {
    seller,
    carrier: usps(seller),
    clock,
    another: async () => usps(await connect()),
    purchase: (changes = {}) => ({ ...aPurchase(clock.now()), ...changes }),
    soldCount: async () => double.labels.size,
    bookedCount: async () => double.pickups.size,
    declared: (reference) => {
      const shipment = [...double.shipments.values()].find((one) => one.external_shipment_id === reference);
      const boxes = shipment?.customs ? (shipment.packages as { products?: Body[] }[]) : [];
      return boxes
        .flatMap(({ products = [] }) => products)
        .map((item) => ({
          description: String(item.description),
          quantity: Number(item.quantity),
          cents: Math.round((item.value as { amount: number }).amount * Number(item.quantity) * 100),
          originCountry: String(item.country_of_origin),
        }));
    },
    ratedCount: () => double.callsOf(RATE).length,
    withDeadKey: async () => usps(await connect('another key')),
    events: {
      aboutScan: (trackingNumber, secret) => aSignedEvent(aTrackEvent(trackingNumber), secret),
      garbage: aSignedEvent('garbage'),
      other: aSignedEvent({ resource_type: 'API_BATCH', data: {} }),
    },
    arrange: {
      'sale refused': withMishap(BUY, {
        status: 400,
        json: anError('business_rules', 'invalid_address', 'The address was not found.'),
      }),
      'sale refused for the operator': withMishap(BUY, {
        status: 400,
        json: anError('account_status', 'insufficient_funds', 'The balance is too low.'),
      }),
      'sale without room once': withMishap(BUY, throttled),
      'sale without room': withThrottling(BUY),
      'sale lost before': withMishap(BUY, 'lost before'),
      'sale lost after': withMishap(BUY, 'lost after'),
      'sale met a page': withMishap(BUY, page),
      'sale met garbage': withMishap(BUY, garbage),
      'sale met a proxy’s JSON': withMishap(BUY, { status: 403, json: { message: 'Forbidden' } }),
      'sale met a proxy’s success': withMishap(BUY, success),
      'sale failed at the server': withMishap(BUY, {
        status: 500,
        json: anError('business_rules', 'unspecified', 'An error occurred.'),
      }),
      'sale without the carrier': withMishap(BUY, {
        status: 400,
        json: anError('business_rules', 'unspecified', 'A shipping carrier error occurred: API Timed out'),
      }),
      'sold late': () => {
        double.mishap(BUY, 'lost before');
        return { later: () => void double.sellLatest('usps_ground_advantage') };
      },
      'sold dearer': onSale((label) => {
        label.shipment_cost = { currency: 'usd', amount: 99 };
      }),
      'sold to another address': onSale((label) => {
        const other = { address_line1: '1 Other St', postal_code: '10001', country_code: 'US' };
        label.ship_to = { ...(label.ship_to as Body), ...other };
      }),
      'sold under another reference': onSale((label) => {
        label.external_shipment_id = 'pur_9999_1_a1_5eed';
      }),
      'price raised': () => {
        double.onRated(({ rates }) => {
          for (const rate of rates) rate.other_amount = { currency: 'usd', amount: 50 };
        });
        return {};
      },
      'preparation slow': withMishap(RATE, 'slow', () => clock.advance(7_000)),
      'look-up lost': withMishap(LOOK_UP, 'lost after'),
      'look-up without room': withThrottling(LOOK_UP),
      'look-up met a proxy’s success': withMishap(LOOK_UP, success),
      'look-up met a page': withMishap(LOOK_UP, page),
      'look-up forgets': () => {
        double.labels.clear();
        double.shipments.clear();
        return {};
      },
      'another label under the reference': () => ({}),
      'void accepted': () => ({}),
      'void pending': voids(),
      'void accepted later': voids('approved'),
      'void rejected later': voids('rejected'),
      'void refused': () => {
        double.onVoid(() => ({
          approved: false,
          message: 'The label was used.',
          reason_code: 'label_already_used',
        }));
        return {};
      },
      'void lost after': withMishap(VOID, 'lost after'),
      'void without room': withThrottling(VOID),
      'void refused because it was asked for': () => {
        double.onVoid((label) => {
          label.refund_details = { refund_status: 'pending' };
          return { approved: false, message: 'It was voided before.', reason_code: 'label_already_voided' };
        });
        return {};
      },
      'no rates': (request) => {
        double.onRated((response) => {
          response.rates = [];
        });
        return { request: { ...request, to: anAddress({ country: 'AQ' }) } };
      },
      'one carrier fails': fails({
        error_type: 'business_rules',
        error_code: 'unspecified',
        message: 'The service is closed today.',
        carrier_id: 'se-102',
      }),
      'rates refused': withMishap(RATE, {
        status: 400,
        json: anError('validation', 'field_value_required', 'A phone number is required.'),
      }),
      'rates without room': withThrottling(RATE),
      'rates lost': withMishap(RATE, 'lost after'),
      'rates met garbage': withMishap(RATE, garbage),
      'carrier account fails': fails({
        error_type: 'integrations',
        error_code: 'carrier_disconnected',
        message: 'The meter 4711 is not connected.',
        carrier_id: 'se-101',
      }),
      'scans: InTransit': scans(['IT', 'IN_TRANSIT'], ['NY', 'SHIPMENT_CREATED']),
      'scans: Delivered': scans(['DE', 'DELIVERED'], ['IT', 'IN_TRANSIT']),
      'scans: DeliveryFailure': scans(['AT', 'ATTEMPTED_DELIVERY'], ['IT', 'IN_TRANSIT']),
      'scans: ReturnedToSender': scans(['EX', 'UNDELIVERABLE_RETURNED_TO_SENDER'], ['IT', 'IN_TRANSIT']),
      'track lost': withMishap(TRACK, 'lost after'),
      'carrier without QR labels': () => ({}),
      insurance: () => ({}),
      'sold half a year ago': () => {
        for (const label of double.labels.values()) label.created_at = '2025-09-02T15:00:00Z';
        return {};
      },
      'insuring refused for the operator': withMishap(LOOK_UP, {
        status: 401,
        json: anError('security', 'unauthorized', 'The API key is invalid.'),
      }),
      'label bought by hand': async (request) => {
        double.onSold((label) => {
          label.external_shipment_id = 'their own';
        });
        await seller.carriers[0]?.rate(request);
        double.sellLatest('usps_priority_mail');
        double.onSold(() => undefined);
        return {};
      },
      'several pages': () => ({}),
      'carrier that charges for pickups': () => ({}),
      'pickup canceled': () => ({}),
    },
    stop: double.stop,
  };
}
