/** A delivery that does not show that Parcelyard sent it, just now. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}
