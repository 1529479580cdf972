import type { Approval } from '@parcelyard/contracts/billing';

const POLL_MS = 1_000;
/**
 * Polls of one call: 20 seconds. Together with the purchase that follows, this is less than the 30 seconds after which
 * many clients and proxies give up.
 */
const POLLS = 20;

/**
 * Waits for the owner's decision. Returns the current approval after 20 seconds, or earlier when the caller disconnects
 * or this process stops.
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
