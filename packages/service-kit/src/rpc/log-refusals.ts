import type { Logger } from '../logger';

const PAUSE_MS = 60_000;

/** Why a caller was refused: it does not know the secret, or `call-graph.json` does not allow it to call the method. */
export type RefusalCause = 'unknown caller' | 'not in the table of calls';

export type LogRefusal = (
  cause: RefusalCause,
  refused: { method: string; peer: string; caller?: string },
) => void;

/**
 * Logs refused callers: misconfigured programs of ours, or strangers. Each cause gets one line a minute, with the
 * number of refusals since the previous line, so that a stranger cannot fill the log.
 * @param now milliseconds of a clock that never goes back
 */
export function logRefusals(logger: Logger, now: () => number = () => performance.now()): LogRefusal {
  const logged = new Map<RefusalCause, { at: number; since: number }>();
  return (cause, refused) => {
    const last = logged.get(cause);
    if (last && now() - last.at < PAUSE_MS) {
      last.since += 1;
      return;
    }
    logger.warn({ cause, ...refused, alsoRefused: last?.since ?? 0 }, 'caller refused');
    logged.set(cause, { at: now(), since: 0 });
  };
}
