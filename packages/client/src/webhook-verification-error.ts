/** A delivery that is not proven to come from Parcelyard, just now. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}
