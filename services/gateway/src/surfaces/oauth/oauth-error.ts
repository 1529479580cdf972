/** The error codes of this server. @see RFC 6749 §4.1.2.1 and §5.2, RFC 8628 §3.5, RFC 8707 §2 */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'unsupported_response_type'
  | 'unsupported_grant_type'
  | 'access_denied'
  | 'slow_down'
  | 'server_error'
  | 'temporarily_unavailable';

/**
 * A refusal with an OAuth error code. The description is sent to the client, so it must be ASCII without quotation
 * marks, and must not contain text from the request.
 */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly description: string;

  constructor(code: OAuthErrorCode, description: string, cause?: unknown) {
    super(description, cause === undefined ? undefined : { cause });
    this.name = 'OAuthError';
    this.code = code;
    this.description = description;
  }
}
