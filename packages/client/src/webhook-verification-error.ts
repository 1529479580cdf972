/** A delivery without proof that Parcelyard has just sent it. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}
