import type { ServerResponse } from 'node:http';
import type { Approval } from '@parcelyard/contracts/billing';
import type { ReasonParams } from '@parcelyard/reasons/reasons';
import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Logger } from '@parcelyard/service-kit/logger';
import { restartTimeLeft } from '@parcelyard/service-kit/tracing/request-id';
import type { BillingClient } from '../../../../clients/gateway-clients';
import type { RequestId } from '../../message';
import type { ToolEncoding } from '../../result';
import { describeFailure } from '../../tool-failure';
import { invalidParams, type Problem } from '../problem';
import { isObject } from '../request-meta';
import { toolEncoding } from '../results';
import { awaitDecision } from './await-decision';
import { encodeQuestion, encodeWait, OWNER_APPROVAL } from './input-required';
import type { RequestState, RequestStates, WaitingCall } from './request-state';

interface Dependencies {
  billing: Pick<BillingClient, 'getApproval'>;
  states: RequestStates;
  clock: Clock;
  logger: Logger;
  /** Returns the full URL of a path on this service. */
  absolute(path: string): string;
  isDraining(): boolean;
  sleep(ms: number): Promise<unknown>;
}

/** A tool call that needs the owner's approval. */
export interface Arrival extends WaitingCall {
  readonly id: RequestId;
  readonly response: ServerResponse;
  readonly requestState: unknown;
  readonly inputResponses: unknown;
}

/** Handles calls that need the owner's approval, for clients that can open a page for their user. */
export interface OwnerApprovals {
  /**
   * A client that has asked the owner repeats its call with our request state. For such a repeated call, returns the
   * answer to the client, or the approval with which the purchase continues. For a first call, `approvalId` is
   * undefined.
   */
  meet(arrival: Arrival): Promise<Buffer | Problem | { readonly approvalId: string | undefined }>;
  /**
   * Returns an encoding for the call. Instead of the refusal `approval_needed`, this encoding sends the client a
   * question.
   */
  encoding(call: WaitingCall): ToolEncoding;
}

/**
 * How often a call may be answered with "call again". The client repeats a call once after the question and once after
 * each "call again". Official clients repeat a call at most ten times. If the owner has not decided by the last
 * repetition, the model gets a refusal.
 */
const MAX_WAITS = 8;

/**
 * The client's answer only shows whether its user opened the page. It never counts as the owner's decision.
 * @see ADR 102
 */
export function createOwnerApprovals(dependencies: Dependencies): OwnerApprovals {
  const { billing, states, clock, logger, absolute, isDraining, sleep } = dependencies;

  const ask = (id: RequestId, call: WaitingCall, approval: ReasonParams<'approval_needed'>): Buffer => {
    const { approvalId, expiresAt } = approval;
    const state = { approvalId, expiresAt: Date.parse(expiresAt), waits: 0 };
    return encodeQuestion(id, approval, absolute(`/approve/${approvalId}`), states.seal(state, call));
  };

  const resume = async (arrival: Arrival, state: RequestState): Promise<Buffer | { approvalId: string }> => {
    const { id, caller, response, inputResponses } = arrival;
    const { approvalId, expiresAt, waits } = state;
    if (clock.now().getTime() >= expiresAt) throw unusable('expired');
    const action = actionOf(inputResponses);
    if (action === 'decline' || action === 'cancel') {
      throw new DomainError('permission_denied', 'approval_declined', { approvalId });
    }
    const read = () => {
      // Without this, the time in which the owner decides would use up the call's time limit.
      restartTimeLeft();
      return billing.getApproval(caller, { approvalId });
    };
    const isTaken = action === 'accept' || waits > 0;
    const isOver = () => isDraining() || response.destroyed || response.closed;
    const first = await read();
    const approval = isTaken ? await awaitDecision(first, read, isOver, sleep) : first;
    if (approval.status === 'used' || approval.status === 'expired') throw unusable(approval.status);
    if (approval.status !== 'pending') return { approvalId };
    if (!isTaken) return ask(id, arrival, needed(approval));
    if (waits < MAX_WAITS) return encodeWait(id, states.seal({ ...state, waits: waits + 1 }, arrival));
    throw new DomainError('permission_denied', 'approval_needed', needed(approval));
  };

  return {
    meet: async (arrival) => {
      const { id, tool, caller, requestState } = arrival;
      if (requestState === undefined) return { approvalId: undefined };
      const state = typeof requestState === 'string' ? states.open(requestState, arrival) : undefined;
      if (!state) return NOT_OF_THIS_CALL;
      try {
        return await resume(arrival, state);
      } catch (error) {
        const { accountId, requestId } = caller;
        const { message, unexpected } = describeFailure(error, tool, false, requestId, absolute);
        if (unexpected) logger.error({ tool, accountId, err: error }, 'tool failed');
        return toolEncoding.refusal(id, message, error);
      }
    },
    encoding: (call) => ({
      result: toolEncoding.result,
      refusal: (id, message, error) =>
        error instanceof DomainError && error.reason === 'approval_needed'
          ? ask(id, call, error.params as ReasonParams<'approval_needed'>)
          : toolEncoding.refusal(id, message, error),
    }),
  };
}

const NOT_OF_THIS_CALL = invalidParams(
  'params.requestState belongs to another call, or it was changed. Nothing was charged. Call again without requestState.',
);

const unusable = (why: 'used' | 'expired') =>
  new DomainError('failed_precondition', 'approval_unusable', { why });

const needed = (approval: Approval): ReasonParams<'approval_needed'> => ({
  approvalId: approval.approvalId,
  totalCents: approval.totalCents,
  askAboveCents: approval.askAboveCents,
  batch: approval.batch,
  expiresAt: (approval.expiresAt as Date).toISOString(),
});

function actionOf(inputResponses: unknown): unknown {
  const response = isObject(inputResponses) ? inputResponses[OWNER_APPROVAL] : undefined;
  return isObject(response) ? response.action : undefined;
}
