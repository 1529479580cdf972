import type { LimitCheck } from '@parcelyard/contracts/billing';
import { textOrNull } from '../../operations/nullable';
import type { Payload } from '../tool';

/** What a preview says of a confirm that would be refused. */
export const refusalNote = (check: LimitCheck | undefined): string =>
  check?.reason === 'address_unverified'
    ? "Nothing was sent, and a confirm would be refused until the account's own e-mail address is verified: its owner opens the link that was mailed to it, or sends it again in the web application under Settings, Account."
    : 'Nothing was sent, and a confirm would be refused: see limit_check.';

/** @see decisions, `limit_check`; null stands for unlimited */
export const presentLimitCheck = (check: LimitCheck | undefined): Payload => ({
  allowed: check?.allowed ?? false,
  reason: textOrNull(check?.reason),
  limit: check?.limit ?? null,
  used: check?.used ?? 0,
  remaining: check?.remaining ?? null,
});
