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
