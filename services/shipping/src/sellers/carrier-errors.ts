/** Refusal code: the carrier asks for more than the rate it gave. */
export const PRICE_RAISED = 'price_changed';

/** A definite refusal: nothing was bought, voided or booked. `message` is the carrier's, passed on unchanged. */
export class CarrierRefused extends Error {
  readonly carrier: string;
  readonly code: string;

  constructor(carrier: string, code: string, message: string) {
    super(message);
    this.name = 'CarrierRefused';
    this.carrier = carrier;
    this.code = code;
  }
}

/**
 * A problem for the operator, such as a dead key, an empty wallet or too many calls. Nothing happened, and the cause
 * goes to the log only: the carrier did not refuse, and a merchant cannot fix it.
 */
export class CarrierUnavailable extends Error {
  readonly carrier: string;

  constructor(carrier: string, cause?: unknown) {
    super(`${carrier} is not available at the moment.`, cause === undefined ? undefined : { cause });
    this.name = 'CarrierUnavailable';
    this.carrier = carrier;
  }
}

/** The carrier takes no more calls at the moment. Nothing happened; the same call may be repeated later. */
export class CarrierBusy extends CarrierUnavailable {}

/** No answer came: the carrier may have done it or not. Only a look-up by reference can tell. */
export class CarrierNoAnswer extends Error {
  readonly carrier: string;

  constructor(carrier: string, cause?: unknown) {
    super(`${carrier} did not answer.`, cause === undefined ? undefined : { cause });
    this.name = 'CarrierNoAnswer';
    this.carrier = carrier;
  }
}

/** Runs a check after a refusal. When the check itself fails, the result is no answer, not a refusal. */
export async function certainly<T>(carrier: string, check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    throw error instanceof CarrierNoAnswer ? error : new CarrierNoAnswer(carrier, error);
  }
}
