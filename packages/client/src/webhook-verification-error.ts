/** Thrown for a delivery that does not prove that Parcelyard has just sent it. Answer such a delivery with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}
