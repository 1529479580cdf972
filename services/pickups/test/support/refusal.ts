import type { Failure } from '@parcelyard/contracts/common';
import type { Refused } from '@parcelyard/reasons/reason';
import { wordNeutrally } from '@parcelyard/reasons/word-reason';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { fromFailure } from '@parcelyard/service-kit/failure';

/** Returns the code and the text of the error with which a call failed. */
export async function refusal(call: Promise<unknown>): Promise<{ code: string; words: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, words: worded(error) };
    throw error;
  }
  throw new Error('The call was not refused.');
}

export const worded = (refused: Refused): string => wordNeutrally(refused);

export const noteOf = ({ notes }: { notes: readonly Failure[] }): string =>
  notes.map((note) => worded(fromFailure(note))).join(' ');
