/** Code of a refusal because the carrier asks for more than it did when it rated. */
export const PRICE_RAISED = 'price_changed';

/** A definite no: nothing was bought, voided or booked. `message` is the carrier's own, to be passed on word for word. */
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
 * The operator's fault, such as a dead key, an empty wallet or too many calls: nothing happened, and the reason is for the
 * log. It is neither the carrier's no nor anything that a merchant could mend.
 */
export class CarrierUnavailable extends Error {
  readonly carrier: string;

  constructor(carrier: string, cause?: unknown) {
    super(`${carrier} is not available at the moment.`, cause === undefined ? undefined : { cause });
    this.name = 'CarrierUnavailable';
    this.carrier = carrier;
  }
}

/** The carrier takes no more calls for the moment: nothing happened, and the same call may be made again later. */
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
