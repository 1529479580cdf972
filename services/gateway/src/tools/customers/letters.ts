import type { LimitCheck } from '@parcelyard/contracts/billing';
import { textOrNull } from '../../operations/nullable';
import { text } from '../arguments/fields';
import type { Payload } from '../tool';

export const subject = () =>
  text('Subject, one line of at most 200 characters.', { max: 200 }).refine(
    (value) => !/[\p{Cc}\u2028\u2029]/u.test(value),
    'must be one line without control characters',
  );

export const body = () =>
  text('Plain text; blank lines part paragraphs. An unsubscribe link is added.', { max: 20_000 });

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
