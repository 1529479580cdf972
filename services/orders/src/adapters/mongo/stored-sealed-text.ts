import type { SealedText } from '@parcelyard/service-kit/text-sealer';
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
