import type { SealedText, TextSealer } from '@parcelyard/service-kit/text-sealer';
import { Binary } from 'mongodb';

/** A sealed text as documents store it. */
export interface StoredSealedText {
  kid: string;
  sealed: Binary;
}

export const toStoredText = ({ kid, sealed }: SealedText): StoredSealedText => ({
  kid,
  sealed: new Binary(sealed),
});

export const fromStoredText = ({ kid, sealed }: StoredSealedText): SealedText => ({
  kid,
  sealed: Buffer.from(sealed.value()),
});

/**
 * Returns undefined when the text can no longer be read: its key was removed or now has other bytes, or the text was
 * changed. The owner or the operator must still be able to see and replace such a text, so no error is thrown.
 */
export function openIfReadable(sealer: TextSealer, sealed: SealedText, boundTo: string): string | undefined {
  try {
    return sealer.open(sealed, boundTo);
  } catch {
    return undefined;
  }
}
