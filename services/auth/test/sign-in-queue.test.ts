import { FakeClock } from '@parcelyard/testing/fake-clock';
import { partial } from '@parcelyard/testing/partial';
import type { Passwords } from '../src/adapters/crypto/argon2-passwords';
import type { TokenSecrets } from '../src/adapters/crypto/token-secrets';
import type { QuotaWindows } from '../src/adapters/mongo/quota-windows';
import { normalizeEmail } from '../src/domain/credentials';
import { createAttemptSignIn } from '../src/use-cases/attempt-sign-in';

test('a sign-in over the limit is refused after one turn, even if it waited long for its turn', async () => {
  const clock = new FakeClock();
  let turns = 0;
  const roomAt = new Date(clock.now().getTime() + 900_000);
  const attempt = createAttemptSignIn({
    clock,
    quota: { network: 10, account: 10, seconds: 900 },
    secrets: partial<TokenSecrets>({ hash: (text) => text }),
    windows: partial<QuotaWindows>({
      use: async (_key, _quota, now) =>
        now < roomAt ? { counted: false, roomAt } : { counted: true, id: 'use' },
      forget: async () => undefined,
      release: async () => undefined,
    }),
    passwords: partial<Passwords>({
      inTurn: (run) => {
        turns += 1;
        clock.advance(6_000);
        return run({ hash: async () => '', matches: async () => false });
      },
    }),
    countUse: () => undefined,
  });
  const outcome = await attempt(normalizeEmail('ada@example.com'), '192.0.2.1', async () => 'right');
  expect(outcome).toEqual({ retryAfterMs: roomAt.getTime() - clock.now().getTime() });
  expect(turns).toBe(1);
});
