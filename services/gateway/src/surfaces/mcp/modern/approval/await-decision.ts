import type { Approval } from '@parcelyard/contracts/billing';

const POLL_MS = 1_000;
/**
 * How often one call asks for the decision, with a second between two questions. Many clients give up after 30 seconds,
 * so about 10 seconds are left for the purchase while billing answers at once.
 */
const POLLS = 20;

/**
 * Waits 20 seconds, and the time of billing's answers, for the owner's decision. Ends earlier when the caller
 * disconnects or this process stops.
 * Returns the approval as it is at the end.
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
