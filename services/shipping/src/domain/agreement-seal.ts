import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { AGREEMENT_VERSION } from './carrier-agreement';
import type { SealContent } from './seals';

/** What `agreement_token` holds: which account was shown which carrier's agreement, in which wording. */
export interface AgreementSeal {
  readonly accountId: number;
  readonly carrier: string;
  readonly version: string;
  readonly expiresAt: Date;
}

/** How long an agreement that was shown may be accepted. */
export const AGREEMENT_TTL_MS = 24 * 3_600_000;

export const agreementContent = (seal: AgreementSeal): SealContent => [
  seal.accountId,
  Math.floor(seal.expiresAt.getTime() / 1000),
  seal.carrier,
  seal.version,
];

export function agreementSeal(content: SealContent): AgreementSeal {
  const [accountId, expiry, carrier, version] = content as [number, number, string, string];
  return { accountId, carrier, version, expiresAt: new Date(expiry * 1000) };
}

/**
 * Holds the opened seal (undefined: could not be opened) against the registration asked for.
 * @throws DomainError invalid_argument or failed_precondition; each reason has a sentence of its own
 */
export function checkAgreement(
  seal: AgreementSeal | undefined,
  { accountId, carrier, now }: { accountId: number; carrier: string; now: Date },
): AgreementSeal {
  if (!seal) refuse('agreement_token is not intact: it must be passed exactly as the preview returned it.');
  if (seal.accountId !== accountId) refuse('agreement_token was issued to another account.');
  if (seal.carrier !== carrier) {
    refuse(`agreement_token is for the agreement of ${seal.carrier}, not of ${carrier}.`);
  }
  if (seal.version !== AGREEMENT_VERSION) {
    refuse('The agreement has changed since this agreement_token was issued.', 'failed_precondition');
  }
  if (seal.expiresAt <= now) refuse('This agreement_token has expired.', 'failed_precondition');
  return seal;
}

const PREVIEW_AGAIN =
  'Call register_carrier without confirm, have the user read and accept the agreement, then confirm with its agreement_token.';

function refuse(reason: string, code: ErrorCode = 'invalid_argument'): never {
  throw DomainError.text(code, `${reason} ${PREVIEW_AGAIN}`, { field: 'agreement_token' });
}
