/** How a seller's API is called. */
export interface ApiOptions {
  readonly apiKey: string;
  /** For example https://api.goshippo.com/. */
  readonly url: string;
  /** Maximum milliseconds of one call, including the complete answer. */
  readonly timeoutMs: number;
  /** Milliseconds before each retry of a call that the seller refused because it was too busy. */
  readonly roomPausesMs: readonly number[];
}
