/** No answer came: the carrier may have done it or not. Only a look-up by reference can tell. */
export class CarrierNoAnswer extends Error {
  readonly carrier: string;

  constructor(carrier: string, cause?: unknown) {
    super(`${carrier} did not answer.`, cause === undefined ? undefined : { cause });
    this.name = 'CarrierNoAnswer';
    this.carrier = carrier;
  }
}
