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
 * Only the operator can remove the cause: the key is invalid, the wallet is empty, or too many calls were made. Nothing
 * was bought, voided or booked. The cause is only logged, because a merchant cannot change it.
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

/** The carrier did not answer. It may have done the work, and only a look-up by reference shows whether it has. */
export class CarrierNoAnswer extends Error {
  readonly carrier: string;

  constructor(carrier: string, cause?: unknown) {
    super(`${carrier} did not answer.`, cause === undefined ? undefined : { cause });
    this.name = 'CarrierNoAnswer';
    this.carrier = carrier;
  }
}

/**
 * Waits for a call that checks, after a refusal, whether the work was done nevertheless. If this check fails, too,
 * throws `CarrierNoAnswer`, because nobody knows whether the work was done.
 */
export async function certainly<T>(carrier: string, check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    throw error instanceof CarrierNoAnswer ? error : new CarrierNoAnswer(carrier, error);
  }
}
