import type { Diagnosis, Finding } from '@parcelyard/contracts/diagnostics';
import { within } from '../within';
import { bad, type Check, good } from './finding';

/**
 * Milliseconds after which a check counts as failed. A reachable server always answers earlier. A check that hangs must
 * not hide the other checks.
 */
const CHECK_TIMEOUT_MS = 8_000;

/** Runs all checks at once and reports them in the given order. */
export async function diagnose(checks: readonly Check[]): Promise<Diagnosis> {
  return { findings: await Promise.all(checks.map(findingOf)) };
}

async function findingOf({ name, run }: Check): Promise<Finding> {
  const silent = () => bad(`no answer within ${CHECK_TIMEOUT_MS / 1000} s`);
  try {
    const found = await within(CHECK_TIMEOUT_MS, run(), silent);
    return { check: name, ...(typeof found === 'string' ? good(found) : found) };
  } catch (error) {
    return { check: name, ...bad(error instanceof Error ? error.message : String(error)) };
  }
}
