export interface ApiOptions {
  readonly apiKey: string;
  /** For example https://api.goshippo.com/. */
  readonly url: string;
  /** The longest time of one call with its complete answer, in milliseconds. */
  readonly timeoutMs: number;
  /** When the seller is too busy, a call is repeated after these pauses, in milliseconds. */
  readonly roomPausesMs: readonly number[];
}
