import { createHash } from 'node:crypto';
import type { LimitCheck } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Owners } from '../adapters/clients/owners-client';

/** How long the same text to the same people counts as one sending. */
export const SAME_SENDING_MS = 86_400_000;

/**
 * Returns a key that identifies a sending by its text and recipients. JSON separates the parts, so two different lists
 * never share a key.
 */
export const sendingKey = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Returns a text that identifies an address in a message id without revealing the address. */
export const addressKey = (address: string): string =>
  createHash('sha256').update(address).digest('base64url').slice(0, 32);

/** Reads the allowance. The answer becomes a refusal when the account's own address is not verified. */
export const refusedWhileUnverified = async (
  owners: Owners,
  accountId: number,
  check: LimitCheck,
): Promise<LimitCheck> =>
  check.allowed && !(await owners.isVerified(accountId))
    ? { ...check, allowed: false, reason: 'address_unverified' }
    : check;

/**
 * The plan is checked first, because other problems can be corrected only with a plan that has the feature.
 * @throws DomainError permission_denied without the plan feature, failed_precondition for an unverified address (MCP
 *   specification, [MCP-C9])
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
