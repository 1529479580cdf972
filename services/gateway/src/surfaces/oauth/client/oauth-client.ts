/** An app that may ask for sign-ins, as far as this server knows it. */
export interface OAuthClient {
  readonly clientId: string;
  /** As the app calls itself; nobody has checked it. */
  readonly name: string;
  /** Who vouches for the app. */
  readonly host: string;
  readonly redirectUris: readonly string[];
  /** Whether a registered http loopback address matches on any port. */
  readonly anyLoopbackPort: boolean;
}

/** A client that is not known or whose own document does not hold; the message is a sentence for its user. */
export class UnknownClient extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'UnknownClient';
  }
}
