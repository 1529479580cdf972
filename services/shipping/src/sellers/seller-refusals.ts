import type { Logger } from '@parcelyard/service-kit/logger';
import { CarrierBusy, CarrierRefused, CarrierUnavailable } from './carrier-errors';
import { SellerError } from './seller-error';

interface Named {
  readonly code: string;
  readonly name: string;
}

/**
 * Wraps the calls of a carrier. A seller's refusal becomes the carrier's refusal, with the same message. Some causes,
 * such as an invalid key, can be removed only by the operator. Such a cause is logged, and the merchant sees only that
 * the carrier is not available.
 */
export function sellerRefusals(seller: string, { code, name }: Named, logger: Logger) {
  const toCarriers = (error: unknown): unknown => {
    if (!(error instanceof SellerError)) return error;
    if (error.concerns === 'caller') return new CarrierRefused(code, error.code, error.message);
    const { status, code: reason, message } = error;
    logger.error(
      { carrier: code, status, code: reason, detail: message },
      `${seller} does not serve this key`,
    );
    return error.isLimit ? new CarrierBusy(name, error) : new CarrierUnavailable(name, error);
  };
  return <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      try {
        return await call(...given);
      } catch (error) {
        throw toCarriers(error);
      }
    };
}
