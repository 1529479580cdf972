import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer } from '@parcelyard/service-kit/text-sealer';

/**
 * Creates and opens links of the form `<key name>.<encrypted text>`. Nobody can forge them or read the text, not even
 * in a log. A link is valid for one purpose only, as long as its key exists. Nothing is stored.
 */
export function createSealedLinks(keys: KeyRing, purpose: string) {
  const sealer = createTextSealer(keys);
  return {
    seal: (text: string): string => {
      const { kid, sealed } = sealer.seal(text, purpose);
      return `${kid}.${sealed.toString('base64url')}`;
    },
    /** Returns the text of the link; undefined when the link is not one of ours. */
    open: (token: string): string | undefined => {
      const [kid = '', sealed = '', ...rest] = token.split('.');
      if (rest.length > 0) return undefined;
      try {
        return sealer.open({ kid, sealed: Buffer.from(sealed, 'base64url') }, purpose);
      } catch {
        return undefined;
      }
    },
  };
}
