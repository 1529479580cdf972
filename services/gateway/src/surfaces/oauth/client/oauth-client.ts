/** An app that may ask for sign-ins. */
export interface OAuthClient {
  readonly clientId: string;
  /** The app's own name for itself; nobody has checked it. */
  readonly name: string;
  /** The host that vouches for the app. */
  readonly host: string;
  readonly redirectUris: readonly string[];
  /** Whether a registered http loopback address matches on any port. */
  readonly anyLoopbackPort: boolean;
}

/** The client is unknown or its metadata document is invalid; the message is a sentence for its user. */
export class UnknownClient extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'UnknownClient';
  }
}
