import type { LimitCheck } from '@parcelyard/contracts/billing';
import { textOrNull } from '../../values/nullable';
import { text } from '../arguments/fields';
import { note } from '../note';
import type { Payload, ToolContext } from '../tool';

export const subject = () =>
  text('Subject, one line, at most 200 characters. {{first_name}} and {{last_name}} are filled in.', {
    max: 200,
  }).refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), 'must be one line without control characters');

export const body = () =>
  text(
    'Plain text; blank lines separate paragraphs. {{first_name}} and {{last_name}} are filled in. Shop, address and unsubscribe link are added.',
    { max: 20_000 },
  );

/** Returns the shop's address, with which marketing mail must end. */
export const shipFromOf = async ({ caller, clients }: Pick<ToolContext, 'caller' | 'clients'>) =>
  (await clients.shipping.getSettings(caller)).shipFrom;

/** Notes of a preview when a call with `confirm` would be refused. */
export const refusalNotes = {
  unverified: note(
    "a preview, before the account's own e-mail address is verified",
    {},
    () =>
      "Nothing was sent, and a confirm would be refused until the account's own e-mail address is verified. The owner can open the link that was mailed to that address, or have the link sent again under Settings, Account.",
  ),
  notIncluded: note(
    'a preview, on a plan without marketing e-mail',
    {},
    () =>
      'Nothing was sent, and a confirm would be refused: the plan has no marketing e-mail. get_subscription_info shows the plans that have marketing e-mail; the owner can change the plan under Settings, Billing.',
  ),
  overAllowance: note(
    "a preview, over the month's allowance",
    { remaining: 10 },
    ({ remaining }) =>
      `Nothing was sent, and a confirm would be refused: the number of marketing e-mails left this month is ${remaining}, and more are needed. get_subscription_info shows when the count starts again.`,
  ),
};

export function refusalNote(check: LimitCheck | undefined): string {
  if (check?.reason === 'address_unverified') return refusalNotes.unverified({});
  if (check?.reason === 'no_entitlement') return refusalNotes.notIncluded({});
  return refusalNotes.overAllowance({ remaining: check?.remaining ?? 0 });
}

/**
 * Returns how many e-mails the account may still send; null means unlimited.
 * @see [MCP-C5]
 */
export const presentLimitCheck = (check: LimitCheck | undefined): Payload => ({
  allowed: check?.allowed ?? false,
  reason: textOrNull(check?.reason),
  limit: check?.limit ?? null,
  used: check?.used ?? 0,
  remaining: check?.remaining ?? null,
});
