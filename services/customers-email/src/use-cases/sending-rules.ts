import { createHash } from 'node:crypto';
import type { LimitCheck } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Owners } from '../adapters/clients/owners-client';

/** Within this time, the same text to the same people is sent only once. */
export const SAME_SENDING_MS = 86_400_000;

/**
 * Returns a key for a text and its recipients. JSON separates the parts, so two different lists never have the same
 * key.
 */
export const sendingKey = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Returns a hash to use in message ids instead of an address, so that nobody can read the address from an id. */
export const addressKey = (address: string): string =>
  createHash('sha256').update(address).digest('base64url').slice(0, 32);

/**
 * Returns `check`, which is billing's answer about the allowance. If billing allows the mail but the account's own
 * address is not verified, returns a refusal instead.
 */
export const refusedWhileUnverified = async (
  owners: Owners,
  accountId: number,
  check: LimitCheck,
): Promise<LimitCheck> =>
  check.allowed && !(await owners.isVerified(accountId))
    ? { ...check, allowed: false, reason: 'address_unverified' }
    : check;

/**
 * Checks the plan before the address, because a verified address would not help a merchant whose plan lacks the
 * feature.
 * @throws DomainError permission_denied without the plan feature, failed_precondition for an unverified address (MCP
 * specification, [MCP-C9])
 */
export async function requireMaySend(
  owners: Owners,
  accountId: number,
  { reason }: LimitCheck,
): Promise<void> {
  if (reason === 'no_entitlement') {
    throw new DomainError('permission_denied', 'marketing_not_included', {});
  }
  if (!(await owners.isVerified(accountId))) {
    throw new DomainError('failed_precondition', 'own_address_unverified', {});
  }
}
