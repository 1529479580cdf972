export interface ParcelyardOptions {
  /** Address of Parcelyard, such as `https://ship.example`. */
  readonly baseUrl: string;
  /** The access token, or a function that returns it. The function is called before each attempt. */
  readonly accessToken?: string | (() => string | Promise<string>) | undefined;
  /** Only for createAccount and createAccounts. */
  readonly partnerKey?: string | undefined;
  /** Replaces the platform's fetch. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Maximum time of one attempt, in milliseconds; 90 000 by default. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is retried after a temporary failure; 3 by default. */
  readonly maxRetries?: number | undefined;
}
