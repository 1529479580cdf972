import type { Logger } from '@parcelyard/service-kit/logger';
import { CarrierNoAnswer } from '../carrier-no-answer';
import { CarrierRefused } from '../carrier-refused';

/** EasyPost answered, and its answer is no: `status` is below 500 and the body was its own. */
export class EasypostError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'EasypostError';
    this.status = status;
    this.code = code;
  }
}

/** Answers that are no answer: something at EasyPost or the carrier may still be going on. */
const OPEN_CODES: readonly string[] = [
  'SHIPMENT.POSTAGE.NO_RESPONSE',
  'SHIPMENT.POSTAGE.TIMED_OUT',
  'SHIPMENT.PURCHASE.IN_PROGRESS',
  'REFUND.NO_RESPONSE',
  'PAYMENT_GATEWAY.ERROR',
];

/** What the official client threw, as one of our two failures of a call. */
export function easypostFailure(thrown: unknown): EasypostError | CarrierNoAnswer {
  const { statusCode, code, message } = (thrown ?? {}) as Record<string, unknown>;
  const answered =
    typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 && statusCode !== 408;
  if (!answered || OPEN_CODES.includes(String(code))) return new CarrierNoAnswer('EasyPost', thrown);
  return new EasypostError(statusCode, String(code ?? ''), String(message ?? ''));
}

/** Failures between EasyPost and us: a key, a balance, a limit. They are nobody's words to a shop. */
const OUR_OWN: readonly number[] = [401, 402, 403, 429];

/** Turns EasyPost's definite no into the carrier's: in its words, unless they concern the operator alone. */
export function refusals({ code, name }: { code: string; name: string }, logger: Logger) {
  return (error: unknown): unknown => {
    if (!(error instanceof EasypostError)) return error;
    if (!OUR_OWN.includes(error.status)) return new CarrierRefused(code, error.code, error.message);
    logger.error(
      { carrier: code, status: error.status, code: error.code },
      'EasyPost does not serve this key',
    );
    const message = `${name} is not available at the moment. Nothing was charged.`;
    return new CarrierRefused(code, 'unavailable', message);
  };
}
