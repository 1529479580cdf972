/** An app that may request sign-ins. */
export interface OAuthClient {
  readonly clientId: string;
  /** The name that the app gives itself. Nobody has checked it. */
  readonly name: string;
  /** The host that published the app's metadata. */
  readonly host: string;
  readonly redirectUris: readonly string[];
  /** True when a redirect address on the user's own computer may have any port. */
  readonly anyLoopbackPort: boolean;
}

/** The client is unknown, or its metadata document is invalid. The message is a sentence for the client's user. */
export class UnknownClient extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'UnknownClient';
  }
}
