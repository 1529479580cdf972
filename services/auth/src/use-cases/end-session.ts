import { isSessionToken } from '../domain/session';
import type { Sessions, TokenSecrets } from '../ports';

/** Ends one session; nothing happens to one that is over already. */
export const endSession =
  ({ sessions, secrets }: { sessions: Sessions; secrets: TokenSecrets }) =>
  async (token: string): Promise<void> => {
    if (isSessionToken(token)) await sessions.remove(secrets.hash(token));
  };
