import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer } from '@parcelyard/service-kit/text-sealer';

/** Data that we give to Shopify at the beginning of an installation. Shopify sends them back unchanged at the end. */
export interface InstallState {
  accountId: number;
  shop: string;
  /** A hash of the session that began the installation. */
  session: string;
  /** Milliseconds since 1970. */
  until: number;
}

export type InstallStates = ReturnType<typeof createInstallStates>;

const BOUND_TO = 'shopify-install';

/**
 * Writes and reads install states. They are encrypted, so that nobody else can write or read them. Nothing is stored,
 * so a state can be read several times. But the code that Shopify sends with the state works only once.
 */
export function createInstallStates(keys: KeyRing) {
  const sealer = createTextSealer(keys);
  return {
    write: (state: InstallState): string => {
      const { kid, sealed } = sealer.seal(JSON.stringify(state), BOUND_TO);
      return `${kid}.${sealed.toString('base64url')}`;
    },
    /** Returns undefined for a text that this service did not write. */
    read: (text: string): InstallState | undefined => {
      const at = text.lastIndexOf('.');
      const sealed = Buffer.from(text.slice(at + 1), 'base64url');
      try {
        const opened = sealer.open({ kid: text.slice(0, Math.max(at, 0)), sealed }, BOUND_TO);
        return opened === undefined ? undefined : (JSON.parse(opened) as InstallState);
      } catch {
        return undefined;
      }
    },
  };
}
