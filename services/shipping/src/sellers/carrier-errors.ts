/** Refusal code: the carrier's price is now higher than its rate. */
export const PRICE_RAISED = 'price_changed';

/** A definite refusal: nothing was bought, voided or booked. `message` is the carrier's message, unchanged. */
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
 * A problem for the operator, such as an invalid key, an empty wallet or too many calls. Nothing happened. The cause is
 * only logged, because the carrier did not refuse and a merchant cannot solve the problem.
 */
export class CarrierUnavailable extends Error {
  readonly carrier: string;

  constructor(carrier: string, cause?: unknown) {
    super(`${carrier} is not available at the moment.`, cause === undefined ? undefined : { cause });
    this.name = 'CarrierUnavailable';
    this.carrier = carrier;
  }
}

/** The carrier accepts no more calls at the moment. Nothing happened. The same call may be repeated later. */
export class CarrierBusy extends CarrierUnavailable {}

/** No answer came. The carrier may or may not have done the work; only a look-up by reference shows which. */
export class CarrierNoAnswer extends Error {
  readonly carrier: string;

  constructor(carrier: string, cause?: unknown) {
    super(`${carrier} did not answer.`, cause === undefined ? undefined : { cause });
    this.name = 'CarrierNoAnswer';
    this.carrier = carrier;
  }
}

/** Runs a check after a refusal. If the check fails, the result is `CarrierNoAnswer`, not the refusal. */
export async function certainly<T>(carrier: string, check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    throw error instanceof CarrierNoAnswer ? error : new CarrierNoAnswer(carrier, error);
  }
}
