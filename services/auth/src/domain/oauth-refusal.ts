import { DomainError } from '@parcelyard/service-kit/domain-error';

/** The one answer to every code and refresh token that is not good: the words never tell why. */
export const invalidGrant = (detail: string): DomainError =>
  DomainError.text(
    'unauthenticated',
    'The authorization code or refresh token is invalid, expired, used or revoked, or does not match this request.',
    { detail },
  );
