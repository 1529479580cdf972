import type { Approval } from '@parcelyard/contracts/billing';

const POLL_MS = 1_000;
/** Together with the purchase that follows, less than the 30 seconds after which many clients and proxies give up. */
const POLLS = 20;

/**
 * The approval once the owner has decided, or as it still is after 20 seconds, when the caller has gone or when this
 * process is to stop.
 */
export async function awaitDecision(
  first: Approval,
  read: () => Promise<Approval>,
  isOver: () => boolean,
  sleep: (ms: number) => Promise<unknown>,
): Promise<Approval> {
  let approval = first;
  for (let polls = 0; polls < POLLS && approval.status === 'pending' && !isOver(); polls += 1) {
    await sleep(POLL_MS);
    approval = await read();
  }
  return approval;
}
