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
