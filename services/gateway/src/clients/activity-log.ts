import { ActivityOutcome, type ActivitySubject } from '@parcelyard/contracts/activity';
import type { AuthDefinition } from '@parcelyard/contracts/auth';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { withoutDeadline } from '@parcelyard/service-kit/tracing/request-id';
import type { Caller } from './caller';

export interface ActivityBeginning {
  /** A name of the table of actions. */
  readonly action: string;
  readonly subject: ActivitySubject;
}

/** Says what an action turned out to be about, for the entry of its end. */
export type Touched = (subject: ActivitySubject) => void;

export interface ActivityLog {
  /**
   * Writes that the action begins, runs it, and answers at once; how it ended is written behind the answer. What the
   * log does not show has no beginning, and is only run.
   * @param isRefusal whether an error that is no service's says that nothing was done
   * @throws DomainError unavailable when the beginning cannot be written: nothing was done then
   */
  record<T>(
    caller: Caller,
    beginning: ActivityBeginning | undefined,
    run: (touched: Touched) => Promise<T>,
    isRefusal?: (error: unknown) => boolean,
  ): Promise<T>;
  /** Waits until every end is written, or given up. */
  drain(): Promise<void>;
}

interface Ending {
  readonly outcome: ActivityOutcome;
  readonly reason: string;
}

const BEGIN_TIMEOUT_MS = 5_000;
const END_TIMEOUT_MS = 3_000;
/** An end that cannot be written is tried again after these pauses: 7 s in all, within what a stop waits for. */
const PAUSES_MS = [100, 400, 1_500, 5_000];

/** After these nobody can say how far the action came. */
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
  const underWay = new Set<Promise<void>>();

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
          // The entry stays without an end, and the page says what that means.
          logger.error({ accountId, err: error }, 'end of an action not recorded');
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  };

  const end = (caller: Caller, ending: Ending, subject: ActivitySubject): void => {
    const write = () => writeEnd(caller, ending, subject);
    const writing: Promise<void> = withoutDeadline(write).finally(() => underWay.delete(writing));
    underWay.add(writing);
  };

  return {
    record: async (caller, beginning, run, isRefusal = () => false) => {
      if (!beginning) return run(() => undefined);
      try {
        await begin(caller, beginning);
      } catch (cause) {
        // The beginning may have been written although its answer was lost.
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
    drain: async () => {
      await Promise.all(underWay);
    },
  };
}

const NOT_BEGUN: Ending = { outcome: ActivityOutcome.REFUSED, reason: 'activity_not_recorded' };

function endingOf(error: unknown, isRefusal: (error: unknown) => boolean): Ending {
  const refused = isRefusal(error) || (error instanceof DomainError && !UNCERTAIN.has(error.code));
  const outcome = refused ? ActivityOutcome.REFUSED : ActivityOutcome.FAILED;
  return { outcome, reason: causeOf(error)?.reason ?? '' };
}

/** A purchase that waits for the owner's approval leads to the page where they give it. */
function approvalOf(error: unknown): ActivitySubject {
  const { approvalId } = (causeOf(error)?.params ?? {}) as { approvalId?: unknown };
  return typeof approvalId === 'string' ? { approvalId } : {};
}

interface Cause {
  readonly reason: string;
  readonly params: object;
}

/** A refusal, or the one inside it: `purchase_failed` says no more than that it was one. */
function causeOf(error: unknown): Cause | undefined {
  if (!(error instanceof DomainError)) return undefined;
  const { cause } = error.params as { cause?: Partial<Cause> };
  return typeof cause?.reason === 'string' ? { reason: cause.reason, params: cause.params ?? {} } : error;
}
