import { ActivityOutcome, type ActivitySubject } from '@parcelyard/contracts/activity';
import type { AuthDefinition } from '@parcelyard/contracts/auth';
import { BackgroundWork } from '@parcelyard/service-kit/background-work';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { withoutDeadline } from '@parcelyard/service-kit/tracing/request-id';
import type { Caller } from './caller';

export interface ActivityBeginning {
  /** A key of ACTIVITY_ACTIONS. */
  readonly action: string;
  readonly subject: ActivitySubject;
}

/** Adds what the action changed, such as an order or a label, to the entry in the owner's activity log. */
export type Touched = (subject: ActivitySubject) => void;

export interface ActivityLog {
  /**
   * Writes to the activity log that the action begins, runs the action and returns its result. Then writes how the
   * action ended. Without `beginning`, only runs the action.
   * @param isRefusal returns whether an error that is not a DomainError means that nothing was done
   * @throws DomainError unavailable when the beginning cannot be written; then the action does not run
   */
  record<T>(
    caller: Caller,
    beginning: ActivityBeginning | undefined,
    run: (touched: Touched) => Promise<T>,
    isRefusal?: (error: unknown) => boolean,
  ): Promise<T>;
  /** Waits until the end of every action is written, or until the attempts to write it have failed. */
  drain(): Promise<void>;
}

interface Ending {
  readonly outcome: ActivityOutcome;
  readonly reason: string;
}

const BEGIN_TIMEOUT_MS = 5_000;
const END_TIMEOUT_MS = 3_000;
/**
 * Pauses between attempts to write how an action ended. Their sum is 7 s. A process that stops gets more time than
 * this, so it can make all attempts.
 */
const PAUSES_MS = [100, 400, 1_500, 5_000];

/** After these errors, a part of the action may have been done. */
const UNCERTAIN: ReadonlySet<ErrorCode> = new Set([
  'internal',
  'unavailable',
  'deadline_exceeded',
  'unresolved',
]);

const DONE: Ending = { outcome: ActivityOutcome.DONE, reason: '' };

export function createActivityLog(
  rpc: Pick<RpcClient<typeof AuthDefinition>, 'beginActivity' | 'endActivity'>,
  logger: Logger,
): ActivityLog {
  const ends = new BackgroundWork();

  const begin = async ({ accountId, requestId, author }: Caller, { action, subject }: ActivityBeginning) => {
    const beginning = { accountId, requestId, author, action, subject };
    await rpc.beginActivity(beginning, { requestId, timeoutMs: BEGIN_TIMEOUT_MS });
  };

  const writeEnd = async ({ accountId, requestId }: Caller, ending: Ending, subject: ActivitySubject) => {
    const end = { accountId, requestId, ...ending, subject };
    for (const pause of [...PAUSES_MS, undefined]) {
      try {
        await rpc.endActivity(end, { requestId, timeoutMs: END_TIMEOUT_MS });
        return;
      } catch (error) {
        if (pause === undefined) {
          // The entry stays without an end. The activity page explains to the owner what a missing end means.
          logger.error({ accountId, err: error }, 'end of an action not recorded');
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  };

  const end = (caller: Caller, ending: Ending, subject: ActivitySubject): void => {
    ends.add(withoutDeadline(() => writeEnd(caller, ending, subject)));
  };

  return {
    record: async (caller, beginning, run, isRefusal = () => false) => {
      if (!beginning) return run(() => undefined);
      try {
        await begin(caller, beginning);
      } catch (cause) {
        // Auth may have stored the beginning although its answer was lost. So the log also gets an end, which says that
        // the action did not run.
        end(caller, NOT_BEGUN, {});
        throw new DomainError('unavailable', 'activity_not_recorded', {}, { cause });
      }
      let subject: ActivitySubject = {};
      try {
        const answer = await run((more) => {
          subject = { ...subject, ...more };
        });
        end(caller, DONE, subject);
        return answer;
      } catch (error) {
        end(caller, endingOf(error, isRefusal), { ...subject, ...approvalOf(error) });
        throw error;
      }
    },
    drain: () => ends.idle(),
  };
}

const NOT_BEGUN: Ending = { outcome: ActivityOutcome.REFUSED, reason: 'activity_not_recorded' };

function endingOf(error: unknown, isRefusal: (error: unknown) => boolean): Ending {
  const refused = isRefusal(error) || (error instanceof DomainError && !UNCERTAIN.has(error.code));
  const outcome = refused ? ActivityOutcome.REFUSED : ActivityOutcome.FAILED;
  return { outcome, reason: causeOf(error)?.reason ?? '' };
}

/**
 * Returns the id of the approval for which a purchase waits. The activity log links from the entry to the approval's
 * page.
 */
function approvalOf(error: unknown): ActivitySubject {
  const { approvalId } = (causeOf(error)?.params ?? {}) as { approvalId?: unknown };
  return typeof approvalId === 'string' ? { approvalId } : {};
}

interface Cause {
  readonly reason: string;
  readonly params: object;
}

/**
 * Returns the refusal that explains an error. For example, `purchase_failed` alone does not say why the purchase
 * failed, so it contains another refusal as its cause. Without such a cause, returns the error itself.
 */
function causeOf(error: unknown): Cause | undefined {
  if (!(error instanceof DomainError)) return undefined;
  const { cause } = error.params as { cause?: Partial<Cause> };
  return typeof cause?.reason === 'string' ? { reason: cause.reason, params: cause.params ?? {} } : error;
}
