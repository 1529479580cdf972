/** How a seller's API is called. */
export interface ApiOptions {
  readonly apiKey: string;
  /** For example https://api.goshippo.com/ */
  readonly url: string;
  /** Milliseconds for one call, including the full answer. */
  readonly timeoutMs: number;
  /** Milliseconds before each retry of a call that the seller was too busy for. */
  readonly roomPausesMs: readonly number[];
}
