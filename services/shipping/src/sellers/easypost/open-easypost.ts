import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import type { Db } from 'mongodb';
import type { AddressCheck } from '../../domain/address/address-check';
import { checkAddress } from '../../domain/address/check-address';
import { isDomestic, type PostalAddress } from '../../domain/address/postal-address';
import type { CarrierJournal } from '../../ports';
import type { AdjustmentSource } from '../adjustment-source';
import type { Carrier, ShipmentRequest } from '../carrier-port';
import { type CarrierRegistry, createCarrierRegistry } from '../carrier-registry';
import { createReferenceBook, EASYPOST_REFERENCES, referenceIndexes } from '../reference-book';
import { addressCheck } from './address-from-easypost';
import { createEasypostAdjustments } from './easypost-adjustments';
import { createEasypostApi, type EasypostDependencies } from './easypost-api';
import { type EasypostDeclaration, easypostDeclarations } from './easypost-declarations';
import { refusals, tellOperator } from './easypost-error';
import { createEasypostJournal } from './easypost-journal';
import { createEasypostLabels } from './easypost-labels';
import { createEasypostPickups } from './easypost-pickups';
import { createEasypostScanForms } from './easypost-scan-forms';
import type { EasypostShipment } from './easypost-shapes';
import { carrierRates } from './from-easypost';
import { ratingSources } from './rate-sources';
import { easypostAddress, ratedShipment } from './to-easypost';
import { firstScan, tracking } from './tracking-from-easypost';

interface Options {
  readonly db: Db;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly apiKey: string;
  readonly url: string;
  /** True when EasyPost sends tracking hooks: parcels are then checked once a day only. */
  readonly isTold?: boolean;
  /** True when pickups get a scan form, if the carrier has one. */
  readonly scanForms?: boolean;
  /** Ids of the deployment's own carrier accounts; empty: all accounts of the key. */
  readonly accounts?: readonly string[];
  readonly roomPausesMs?: readonly number[];
  /** Milliseconds before asking again for an unfinished report. */
  readonly reportPauseMs?: number;
}

export interface EasypostCarriers {
  readonly registry: CarrierRegistry;
  /** EasyPost's own list of its sales. */
  readonly journal: CarrierJournal;
  readonly adjustments: AdjustmentSource;
  /** Verifies with the carriers' data, or with the bundled ZIP data when EasyPost cannot. */
  verify(address: PostalAddress): Promise<AddressCheck>;
}

/** Less than a purchase waits for its carrier. */
const CALL_MS = 20_000;

/** USPS, UPS and FedEx through one EasyPost account. */
export async function createEasypostCarriers({
  db,
  clock,
  logger,
  apiKey,
  url,
  isTold = false,
  scanForms = false,
  accounts = [],
  roomPausesMs,
  reportPauseMs = 3_000,
}: Options): Promise<EasypostCarriers> {
  await ensureIndexes(db, { [EASYPOST_REFERENCES]: referenceIndexes });
  const api = await createEasypostApi({ apiKey, url, timeoutMs: CALL_MS, roomPausesMs });
  const dependencies = { api, book: createReferenceBook(db), clock, logger, accounts };
  const rated = shareRating(dependencies);
  return {
    journal: createEasypostJournal(dependencies),
    adjustments: createEasypostAdjustments({ ...dependencies, pause: () => wait(reportPauseMs) }),
    registry: createCarrierRegistry(
      easypostDeclarations.map((declaration) =>
        createCarrier(declaration, dependencies, rated, { isTold, scanForms }),
      ),
      accounts.length > 0 ? { easypost: accounts } : {},
    ),
    verify: async (address) => {
      if (!isDomestic(address)) return checkAddress(address);
      try {
        return addressCheck(address, await api.verifyAddress(easypostAddress(address)));
      } catch (error) {
        logger.warn({ err: error }, 'EasyPost verified no address; the bundled ZIP data did');
        return checkAddress(address, { carrierSilent: true });
      }
    },
  };
}

type RatedShipment = (request: ShipmentRequest) => Promise<EasypostShipment>;

/** EasyPost rates all carriers in one call. Carriers that get the same request object share this call. */
function shareRating({ api, accounts }: EasypostDependencies): RatedShipment {
  const calls = new WeakMap<ShipmentRequest, Promise<EasypostShipment>>();
  return (request) => {
    const { ids } = ratingSources(accounts, request.ownAccounts);
    const call = calls.get(request) ?? api.createShipment(ratedShipment(request, ids));
    calls.set(request, call);
    return call;
  };
}

function createCarrier(
  declaration: EasypostDeclaration,
  dependencies: EasypostDependencies,
  rated: RatedShipment,
  { isTold, scanForms }: Required<Pick<Options, 'isTold' | 'scanForms'>>,
): Carrier {
  const { clock, logger, accounts } = dependencies;
  const refused = refusals(declaration, logger);
  const { mustFind, ...labels } = createEasypostLabels(declaration, dependencies);

  return {
    seller: 'easypost',
    code: declaration.code,
    declaration,
    rate: async (request) => {
      try {
        const shipment = await rated(request);
        const own = ({ carrier }: { carrier: string }) => declaration.easypostNames.includes(carrier);
        tellOperator(declaration, (shipment.messages ?? []).filter(own), logger);
        return carrierRates(declaration, shipment, {
          sources: ratingSources(accounts, request.ownAccounts),
          own: request.ownAccounts,
        });
      } catch (error) {
        throw refused(error);
      }
    },
    ...labels,
    firstScanAt: (boughtAt) => firstScan(boughtAt, isTold),
    track: async (label) => {
      try {
        return tracking(await mustFind(label), clock.now(), isTold);
      } catch (error) {
        throw refused(error);
      }
    },
    ...createEasypostPickups(declaration, dependencies),
    ...(scanForms && declaration.pickup.scanForm && createEasypostScanForms(declaration, dependencies)),
  };
}
