import { cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import type { ReasonParams } from '@parcelyard/reasons/reasons';
import type { RequestId } from '../../message';
import { encodeResult } from '../../result';
import { INPUT_REQUIRED } from '../results';

/** The key of the only input that a client is asked for. The question and the client's answer contain this key. */
export const OWNER_APPROVAL = 'owner_approval';

/** Asks the client to open the page where the owner decides. */
export function encodeQuestion(
  id: RequestId,
  approval: ReasonParams<'approval_needed'>,
  url: string,
  requestState: string,
): Buffer {
  const params = { mode: 'url', url, message: questionOf(approval) };
  const inputRequests = { [OWNER_APPROVAL]: { method: 'elicitation/create', params } };
  return encodeResult(
    id,
    `{${INPUT_REQUIRED}"inputRequests":${JSON.stringify(inputRequests)},"requestState":${JSON.stringify(requestState)}}`,
  );
}

/**
 * Asks the client only to call again. Used after the client's user has opened the page, while the owner has not decided
 * yet.
 */
export const encodeWait = (id: RequestId, requestState: string): Buffer =>
  encodeResult(id, `{${INPUT_REQUIRED}"requestState":${JSON.stringify(requestState)}}`);

const questionOf = ({ totalCents, askAboveCents, batch }: ReasonParams<'approval_needed'>): string =>
  `${batch ? 'This batch' : 'This label'} costs ${formatDollars(cents(totalCents))}, above ${formatDollars(cents(askAboveCents))} where ` +
  "the account's owner wants to be asked. Open the page, sign in as the owner, and allow or refuse the purchase. " +
  'Nothing is bought or charged before that.';
