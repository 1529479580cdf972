import type { Carrier } from '../carrier-port';
import { rateShipment } from './rate-shipment';
import type { SandboxDeclaration, SandboxDependencies } from './sandbox-declaration';
import { createSandboxLabels } from './sandbox-labels';
import { createSandboxPickups } from './sandbox-pickups';
import { createSandboxTracking } from './sandbox-tracking';
import {
  ERRING_CARRIER,
  RATING_UNAVAILABLE,
  SLOW_ANSWER_MS,
  ZIP_OF_SLOW_ANSWERS,
  ZIP_WITH_ONE_ERROR,
  ZIP_WITHOUT_RATES,
} from './special-values';

/**
 * The code of all sandbox carriers. Prices and numbers come from the declaration, and sales are stored in the journal.
 */
export function createSandboxCarrier(
  declaration: SandboxDeclaration,
  dependencies: SandboxDependencies,
): Carrier {
  const tracking = createSandboxTracking(declaration, dependencies);
  const labels = createSandboxLabels(declaration, dependencies, tracking);
  const pickups = createSandboxPickups(declaration, dependencies);
  /** The sandbox answers slowly for destinations with the ZIP 00006. */
  const waitIfSlowZip = async (zip: string) => {
    if (zip.trim().startsWith(ZIP_OF_SLOW_ANSWERS)) await dependencies.delay(SLOW_ANSWER_MS);
  };

  return {
    seller: 'sandbox',
    code: declaration.code,
    declaration,
    rate: async (request) => {
      const zip = request.to.zip.trim().slice(0, 5);
      await waitIfSlowZip(zip);
      if (zip === ZIP_WITHOUT_RATES) return { rates: [], messages: [] };
      if (zip === ZIP_WITH_ONE_ERROR && declaration.code === ERRING_CARRIER) {
        const message = {
          carrier: declaration.code,
          code: 'rating_unavailable',
          message: RATING_UNAVAILABLE,
        };
        return { rates: [], messages: [message] };
      }
      return rateShipment(declaration, request);
    },
    buy: async (request) => {
      await waitIfSlowZip(request.to.zip);
      return labels.buy(request);
    },
    findByReference: labels.findByReference,
    close: labels.close,
    insure: labels.insure,
    void: labels.void,
    documentsAnyTime: true,
    document: labels.document,
    track: tracking.track,
    firstScanAt: tracking.firstScanAt,
    scanNow: tracking.scanNow,
    ...pickups,
  };
}
