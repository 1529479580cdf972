import { type Authorization, AuthorizeOutcome } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { RefusedTokens } from '../../src/clients/refused-tokens';

const answer = (outcome: AuthorizeOutcome, refusedForMs: number): Authorization => ({
  outcome,
  accountId: 0,
  connectionKind: ConnectionKind.UNSPECIFIED,
  appName: '',
  issuedAt: undefined,
  refusedForMs,
});

it('a token that was over its limit and was then replaced is refused from memory', () => {
  const clock = new FakeClock();
  const refused = new RefusedTokens(clock);
  refused.note('key', answer(AuthorizeOutcome.RATE_LIMITED, 60_000), refused.now());
  expect(refused.find('key')?.outcome).toBe(AuthorizeOutcome.RATE_LIMITED);
  clock.advance(60_000);
  expect(refused.find('key')).toBeUndefined();
  refused.note('key', answer(AuthorizeOutcome.INVALID_TOKEN, 2_000), refused.now());
  expect(refused.find('key')?.outcome).toBe(AuthorizeOutcome.INVALID_TOKEN);
});
