import { setTimeout as wait } from 'node:timers/promises';
import { reachCheck } from '@parcelyard/service-kit/diagnosis/reach-check';
import type { Carrier, ShipmentRequest } from '../carrier-port';
import { firstLook } from '../look-times';
import { ratedOnce } from '../rated-once';
import { createReferenceBook } from '../reference-book';
import type { OpenSeller, SellerContext } from '../seller-port';
import { sellerRefusals } from '../seller-refusals';
import { verifyBySeller } from '../verify-by-seller';
import { ROOM_PAUSES_MS } from '../wait-for-room';
import { addressCheck } from './address-from-shippo';
import type { shippo } from './declaration';
import { carrierRates, messagesAbout } from './from-shippo';
import { createShippoAdjustments } from './shippo-adjustments';
import { createShippoApi } from './shippo-api';
import { type ShippoCarrier, shippoCarriers } from './shippo-carriers';
import { concernsOperator } from './shippo-error';
import { readShippoEvent } from './shippo-events';
import { createShippoJournal } from './shippo-journal';
import { createShippoLabels, type ShippoDependencies } from './shippo-labels';
import { createShippoPickups } from './shippo-pickups';
import type { ShippoShipment } from './shippo-shapes';
import { ratedShipment, shippoAddress } from './to-shippo';
import { tracking } from './tracking-from-shippo';

/** Pauses in milliseconds. Tests use shorter ones. */
interface Pace {
  /**
   * The time limit of a call in milliseconds. A purchase stops waiting earlier. The limit is shorter than the time for
   * which a request counts as one that may still end in a sale (`mayStillBeSold`).
   */
  readonly callMs: number;
  readonly roomPausesMs: readonly number[];
  /** Milliseconds between two pages of a long list. Shippo allows 50 list calls a minute. */
  readonly pagePauseMs: number;
}

const USUAL_PACE: Pace = { callMs: 20_000, roomPausesMs: ROOM_PAUSES_MS, pagePauseMs: 1_300 };

export async function openShippo(
  { config, db, clock, logger }: SellerContext<typeof shippo>,
  { callMs, roomPausesMs, pagePauseMs }: Pace = USUAL_PACE,
): Promise<OpenSeller> {
  const { SHIPPO_API_KEY: apiKey, SHIPPO_API_URL: url, SHIPPO_WEBHOOK_SECRETS: secrets } = config;
  const sendsEvents = secrets.length > 0;
  const api = createShippoApi({ apiKey, url, timeoutMs: callMs, roomPausesMs });
  const dependencies = { api, book: await createReferenceBook(db, 'shippo'), clock, logger };
  const rated = ratedOnce(async (request) => api.createShipment(ratedShipment(request)));
  return {
    carriers: shippoCarriers.map((carrier) => createCarrier(carrier, dependencies, rated, sendsEvents)),
    journal: createShippoJournal(api),
    adjustments: createShippoAdjustments({ ...dependencies, pause: async () => wait(pagePauseMs) }),
    verify: verifyBySeller('Shippo', logger, async (address) =>
      addressCheck(address, await api.createAddress({ ...shippoAddress(address), validate: true })),
    ),
    ...(sendsEvents && { readHook: (hook) => readShippoEvent(hook, secrets) }),
    checks: [reachCheck('Shippo', url)],
  };
}

function createCarrier(
  carrier: ShippoCarrier,
  dependencies: ShippoDependencies,
  rated: (request: ShipmentRequest) => Promise<ShippoShipment>,
  sendsEvents: boolean,
): Carrier {
  const { api, clock, logger } = dependencies;
  const refusing = sellerRefusals('Shippo', carrier, logger);
  const { mustFind, rateOf, ...labels } = createShippoLabels(carrier, dependencies);
  return {
    seller: 'shippo',
    code: carrier.code,
    declaration: carrier,
    rate: refusing(async (request) => {
      const shipment = await rated(request);
      for (const { code, text } of messagesAbout(carrier, shipment).filter((said) =>
        concernsOperator(said.text ?? ''),
      ))
        logger.error({ carrier: carrier.code, code, detail: text }, 'a carrier account does not work');
      return carrierRates(carrier, shipment);
    }),
    ...labels,
    firstScanAt: (boughtAt) => firstLook(boughtAt, sendsEvents),
    track: refusing(async (label) => {
      const transaction = await mustFind(label);
      const track = await api.findTrack(carrier.code, transaction.tracking_number ?? '');
      return tracking(transaction, track, clock.now(), sendsEvents);
    }),
    ...createShippoPickups(carrier, dependencies, { mustFind, rateOf }),
  };
}
