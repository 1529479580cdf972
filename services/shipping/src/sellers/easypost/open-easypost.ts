import { setTimeout as wait } from 'node:timers/promises';
import { reachCheck } from '@parcelyard/service-kit/diagnosis/reach-check';
import type { Carrier, ShipmentRequest } from '../carrier-port';
import { firstLook } from '../look-times';
import { ratedOnce } from '../rated-once';
import { createReferenceBook } from '../reference-book';
import type { OpenSeller, SellerContext } from '../seller-port';
import { sellerRefusals } from '../seller-refusals';
import { withTwoStreetLines } from '../two-street-lines';
import { verifyBySeller } from '../verify-by-seller';
import { ROOM_PAUSES_MS } from '../wait-for-room';
import { addressCheck } from './address-from-easypost';
import type { easypost } from './declaration';
import { createEasypostAdjustments } from './easypost-adjustments';
import { createEasypostApi, type EasypostDependencies } from './easypost-api';
import { type EasypostDeclaration, easypostDeclarations } from './easypost-declarations';
import { withoutOperatorMessages } from './easypost-error';
import { readEasypostEvent } from './easypost-events';
import { createEasypostJournal } from './easypost-journal';
import { createEasypostLabels } from './easypost-labels';
import { createEasypostPickups } from './easypost-pickups';
import { createEasypostScanForms } from './easypost-scan-forms';
import type { EasypostShipment } from './easypost-shapes';
import { carrierRates } from './from-easypost';
import { ratingSources } from './rate-sources';
import { ratedShipment } from './to-easypost';
import { tracking } from './tracking-from-easypost';

/** Pauses in milliseconds. Tests use shorter ones. */
interface Pace {
  /**
   * The time limit of a call in milliseconds. A purchase stops waiting earlier. The limit is shorter than the time for
   * which a request counts as one that may still end in a sale (`mayStillBeSold`).
   */
  readonly callMs: number;
  readonly roomPausesMs: readonly number[];
  /** When a report is not finished yet, we ask for the report again after this pause. */
  readonly reportPauseMs: number;
}

const USUAL_PACE: Pace = { callMs: 20_000, roomPausesMs: ROOM_PAUSES_MS, reportPauseMs: 3_000 };

export async function openEasypost(
  { config, db, clock, logger }: SellerContext<typeof easypost>,
  { callMs, roomPausesMs, reportPauseMs }: Pace = USUAL_PACE,
): Promise<OpenSeller> {
  const {
    EASYPOST_API_KEY: apiKey,
    EASYPOST_API_URL: url,
    EASYPOST_WEBHOOK_SECRETS: secrets,
    EASYPOST_CARRIER_ACCOUNTS: accounts,
    EASYPOST_SCAN_FORMS: scanForms,
  } = config;
  const sendsEvents = secrets.length > 0;
  const book = await createReferenceBook(db, 'easypost');
  const api = await createEasypostApi({ apiKey, url, timeoutMs: callMs, roomPausesMs });
  const dependencies = { api, book, clock, logger, accounts };
  const rated = ratedOnce(async (request) =>
    api.createShipment(ratedShipment(request, ratingSources(accounts, request.ownAccounts).ids)),
  );
  return {
    carriers: easypostDeclarations.map((declaration) =>
      createCarrier(declaration, dependencies, rated, { sendsEvents, scanForms }),
    ),
    ...(accounts.length > 0 && { accounts }),
    journal: createEasypostJournal(dependencies),
    adjustments: createEasypostAdjustments({ ...dependencies, pause: async () => wait(reportPauseMs) }),
    verify: verifyBySeller('EasyPost', logger, async (address) =>
      addressCheck(address, await api.verifyAddress(withTwoStreetLines(address))),
    ),
    ...(sendsEvents && {
      readHook: ({ body, headers }) => readEasypostEvent(body, headers[SIGNATURE], secrets),
    }),
    checks: [reachCheck('EasyPost', url)],
  };
}

const SIGNATURE = 'x-hmac-signature';

interface CarrierOptions {
  /** True when EasyPost sends tracking events. A parcel is then checked only once a day. */
  readonly sendsEvents: boolean;
  /** True when pickups get a scan form, if the carrier has one. */
  readonly scanForms: boolean;
}

function createCarrier(
  declaration: EasypostDeclaration,
  dependencies: EasypostDependencies,
  rated: (request: ShipmentRequest) => Promise<EasypostShipment>,
  { sendsEvents, scanForms }: CarrierOptions,
): Carrier {
  const { clock, logger, accounts } = dependencies;
  const refusing = sellerRefusals('EasyPost', declaration, logger);
  const { mustFind, ...labels } = createEasypostLabels(declaration, dependencies);

  return {
    seller: 'easypost',
    code: declaration.code,
    declaration,
    rate: refusing(async (request) => {
      const shipment = await rated(request);
      const own = ({ carrier }: { carrier: string }) => declaration.easypostNames.includes(carrier);
      withoutOperatorMessages(declaration, (shipment.messages ?? []).filter(own), logger);
      return carrierRates(declaration, shipment, {
        sources: ratingSources(accounts, request.ownAccounts),
        own: request.ownAccounts,
      });
    }),
    ...labels,
    firstScanAt: (boughtAt) => firstLook(boughtAt, sendsEvents),
    track: refusing(async (label) => tracking(await mustFind(label), clock.now(), sendsEvents)),
    ...createEasypostPickups(declaration, dependencies),
    ...(scanForms && declaration.pickup.scanForm && createEasypostScanForms(declaration, dependencies)),
  };
}
