/** The price is now higher than the rate that the caller chose. */
export const PRICE_RAISED = 'price_changed';

/** The carrier refused, so nothing was bought, voided or booked. `message` is what the carrier said. */
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
 * The carrier did not serve the call, and bought, voided or booked nothing. The operator must remove the cause: for
 * example, the key is invalid, the seller's wallet is empty, or too many calls were made. A merchant cannot change the
 * cause, so it is only logged.
 */
export class CarrierUnavailable extends Error {
  readonly carrier: string;

  constructor(carrier: string, cause?: unknown) {
    super(`${carrier} is not available at the moment.`, cause === undefined ? undefined : { cause });
    this.name = 'CarrierUnavailable';
    this.carrier = carrier;
  }
}

/** The carrier accepts no more calls now. Nothing was bought, voided or booked, and the call can be repeated later. */
export class CarrierBusy extends CarrierUnavailable {}

/**
 * The carrier did not answer, but may have done the work. Only a look-up by reference shows whether the work was done.
 */
export class CarrierNoAnswer extends Error {
  readonly carrier: string;

  constructor(carrier: string, cause?: unknown) {
    super(`${carrier} did not answer.`, cause === undefined ? undefined : { cause });
    this.name = 'CarrierNoAnswer';
    this.carrier = carrier;
  }
}

/**
 * Used after a refusal, because an earlier request may have succeeded. `check` is the call that finds this out. If this
 * call fails, too, nobody knows whether the work was done, so `CarrierNoAnswer` is thrown.
 */
export async function certainly<T>(carrier: string, check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    throw error instanceof CarrierNoAnswer ? error : new CarrierNoAnswer(carrier, error);
  }
}
