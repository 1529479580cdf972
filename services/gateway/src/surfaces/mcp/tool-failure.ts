import type { Absolute } from '@parcelyard/reasons/word-reason';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { ToolRefusal, WrongArgumentType } from '../../tools/arguments/check-arguments';
import { mcpSentence } from './wording';

/** Errors with these codes are explained to the caller. All others are faults of ours. */
const SHOWN_CODES: ReadonlySet<ErrorCode> = new Set([
  'invalid_argument',
  'not_found',
  'already_exists',
  'failed_precondition',
  'conflict',
  'permission_denied',
  'resource_exhausted',
  'payment_required',
  'carrier_refused',
  'unresolved',
  'unavailable',
]);

const CHECK_FIRST = 'check get_order, get_label and get_balance before you try again.';

export interface ToolFailure {
  readonly message: string;
  /** True for a fault or an outage of ours, which is logged. */
  readonly unexpected: boolean;
}

/**
 * Returns the message about a failed tool call.
 * @param maySave whether the call may have saved something before it failed
 * @see [MCP-E10]
 */
export function describeFailure(
  error: unknown,
  tool: string,
  maySave: boolean,
  requestId: string,
  absolute?: Absolute,
): ToolFailure {
  if (error instanceof ToolRefusal) return { message: error.message, unexpected: false };
  if (!(error instanceof DomainError) || !SHOWN_CODES.has(error.code)) {
    const saved = maySave ? `Some work may have been saved: ${CHECK_FIRST}` : 'Nothing was saved.';
    const reason = error instanceof WrongArgumentType ? ` ${error.reason}` : '';
    return {
      message: `Something went wrong while running ${tool}. ${saved}${reason} (reference ${requestId})`,
      unexpected: true,
    };
  }
  // The service failed during a write, so nobody knows what was saved.
  if (error.code === 'unavailable' && maySave) {
    return { message: `${mcpSentence(error, absolute)} First ${CHECK_FIRST}`, unexpected: true };
  }
  return {
    message: mcpSentence(error, absolute),
    unexpected: error.code === 'unavailable' || error.code === 'unresolved',
  };
}
