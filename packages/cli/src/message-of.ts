import { wordNeutrally } from '@parcelyard/reasons/word-reason';
import { DomainError } from '@parcelyard/service-kit/domain-error';

/** Returns the sentence that `shipctl` prints for an error. */
export function messageOf(error: unknown): string {
  if (error instanceof DomainError) return wordNeutrally(error);
  return error instanceof Error ? error.message : String(error);
}
