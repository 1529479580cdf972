import type { Refusal } from './reply';

/** The answer when the gateway is full. */
export const BUSY: Refusal = {
  error: 'service_busy',
  message: 'The service is busy. Nothing was done. Try again in a moment.',
  headers: ['retry-after', '1'],
};

export type Refusals = ReturnType<typeof createRefusals>;

/** @see [MCP-T10], [MCP-T11], [MCP-A3] */
export function createRefusals(baseUrl: string, supportedVersions: readonly string[]) {
  const challenge = `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`;
  const unauthorized = (error: string, message: string, invalidToken: boolean): Refusal => ({
    error,
    message,
    headers: ['www-authenticate', invalidToken ? `${challenge}, error="invalid_token"` : challenge],
  });
  return {
    forbiddenOrigin: {
      error: 'forbidden_origin',
      message: 'Browser requests from this origin are not allowed.',
    },
    bodyTooLarge: {
      error: 'payload_too_large',
      message: 'The body is larger than the limit of 1 MiB.',
      headers: ['connection', 'close'],
    },
    unsupportedMediaType: {
      error: 'unsupported_media_type',
      message: 'Send the request as Content-Type: application/json.',
    },
    missingBearerToken: unauthorized(
      'missing_bearer_token',
      'Send your access token in the header Authorization: Bearer <ACCESS_TOKEN>.',
      false,
    ),
    invalidToken: unauthorized(
      'invalid_token',
      'The access token is not valid. It may have been replaced, or the app may have been disconnected. Send only the token after Bearer.',
      true,
    ),
    expiredToken: unauthorized(
      'expired_token',
      'The access token has expired. Generate a new one in the account settings, or refresh it.',
      true,
    ),
    invalidInformation: unauthorized('invalid_information', 'The request could not be authorized.', false),
    rateLimited: {
      error: 'rate_limited',
      message: 'This token sent more than 60 requests in one minute. Try again in the next minute.',
      headers: ['retry-after', '60'],
    },
    busy: BUSY,
    unsupportedProtocolVersion: {
      error: 'unsupported_protocol_version',
      message: `The MCP-Protocol-Version header must be one of ${supportedVersions.join(', ')}.`,
    },
  } satisfies Record<string, Refusal>;
}
