import { reachCheck } from '@parcelyard/service-kit/diagnosis/reach-check';
import type { Carrier, CarrierRates, ShipmentRequest } from '../carrier-port';
import { servicesOf } from '../known-carriers';
import { firstLook } from '../look-times';
import { ratedOnce } from '../rated-once';
import { createReferenceBook } from '../reference-book';
import { SellerError } from '../seller-error';
import type { OpenSeller, SellerContext } from '../seller-port';
import { sellerRefusals } from '../seller-refusals';
import type { shipengine } from './declaration';
import { offeredRates } from './from-shipengine';
import { createShipengineApi } from './shipengine-api';
import { createAccountIds, type ShipengineCarrier, shipengineCarriers } from './shipengine-carriers';
import { createEventReader } from './shipengine-events';
import { createShipengineJournal } from './shipengine-journal';
import { createShipengineLabels, type ShipengineDependencies } from './shipengine-labels';
import { createShipenginePickups } from './shipengine-pickups';
import type { ShipengineRates } from './shipengine-shapes';
import { ratesRequest } from './to-shipengine';
import { tracking } from './tracking-from-shipengine';

export async function openShipengine(
  { config, db, clock, logger }: SellerContext<typeof shipengine>,
  roomPausesMs?: readonly number[],
): Promise<OpenSeller> {
  const { SHIPENGINE_API_KEY: apiKey, SHIPENGINE_API_URL: url, SHIPENGINE_WEBHOOK } = config;
  const sendsEvents = SHIPENGINE_WEBHOOK === 'on';
  const api = createShipengineApi({ apiKey, url, ...(roomPausesMs && { roomPausesMs }) });
  const now = () => clock.now();
  const book = await createReferenceBook(db, 'shipengine');
  const dependencies = { api, book, accountIds: createAccountIds(api, now), clock, logger };
  const rated = ratedOnce(async (request) => {
    const accounts = (await Promise.all(shipengineCarriers.map(dependencies.accountIds))).flat();
    return accounts.length === 0 ? undefined : api.rate(ratesRequest(request, accounts));
  });
  return {
    carriers: shipengineCarriers.map((carrier) => createCarrier(carrier, dependencies, rated, sendsEvents)),
    journal: createShipengineJournal(api),
    ...(sendsEvents && { readHook: createEventReader(api, now) }),
    checks: [
      reachCheck('ShipEngine', url),
      {
        name: 'ShipEngine account',
        run: async () => {
          const { carriers } = await api.listCarriers();
          const kinds = [...new Set(carriers.map(({ carrier_code }) => carrier_code))];
          if (kinds.length > 0) return `has accounts of ${kinds.join(', ')}`;
          throw new Error('has no carrier account: connect one in ShipEngine’s dashboard');
        },
      },
    ],
  };
}

function createCarrier(
  carrier: ShipengineCarrier,
  dependencies: ShipengineDependencies,
  rated: (request: ShipmentRequest) => Promise<ShipengineRates | undefined>,
  sendsEvents: boolean,
): Carrier {
  const { api, accountIds, clock, logger } = dependencies;
  const { code, name, pickup, services } = carrier;
  const refusing = sellerRefusals('ShipEngine', carrier, logger);
  const { mustFind, ...labels } = createShipengineLabels(carrier, dependencies);

  const rate = refusing(async (request: ShipmentRequest): Promise<CarrierRates> => {
    try {
      const accounts = await accountIds(carrier);
      const answer = await rated(request);
      if (!answer || accounts.length === 0) return { rates: [], messages: [] };
      const { offered, messages } = offeredRates(carrier, answer, accounts);
      return { rates: offered.map((one) => one.rate), messages };
    } catch (error) {
      if (error instanceof SellerError && error.code === 'no_rates_returned')
        return { rates: [], messages: [] };
      throw error;
    }
  });

  return {
    seller: 'shipengine',
    code,
    declaration: { code, name, pickup, services: servicesOf({ services }), qrLabels: false },
    rate,
    ...labels,
    track: refusing(async (label) => {
      const found = await mustFind(label);
      return tracking(found, await api.track(found.label_id), clock.now(), sendsEvents);
    }),
    firstScanAt: (boughtAt) => firstLook(boughtAt, sendsEvents),
    ...createShipenginePickups(carrier, dependencies, mustFind),
  };
}
