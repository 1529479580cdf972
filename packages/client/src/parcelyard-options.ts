export interface ParcelyardOptions {
  /** Where Parcelyard serves, such as `https://ship.example`. */
  readonly baseUrl: string;
  /** The access token, or what knows it at the moment: it is asked before each attempt. */
  readonly accessToken?: string | (() => string | Promise<string>) | undefined;
  /** For createAccount and createAccounts alone. */
  readonly partnerKey?: string | undefined;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** How long one attempt may take, in milliseconds; 90 000 by default. */
  readonly timeoutMs?: number | undefined;
  /** How often a call is tried again that failed for the moment; 3 by default. */
  readonly maxRetries?: number | undefined;
}
