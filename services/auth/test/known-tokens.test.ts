import { AuthorizeOutcome } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';
import { KnownTokens } from '../src/use-cases/known-tokens';

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
const grant = {
  outcome: AuthorizeOutcome.GRANTED,
  accountId: 7,
  connectionKind: ConnectionKind.TOKEN,
  appName: '',
  issuedAt: undefined,
};

test('a token is known after its first grant, for the surface of that grant', () => {
  const known = new KnownTokens(10);
  expect(known.use('hash', 'mcp', at('15:00:00'))).toBeUndefined();
  known.note('hash', 'mcp', grant, at('15:00:00'));
  expect(known.use('hash', 'mcp', at('15:00:01'))?.grant).toEqual(grant);
  expect(known.use('hash', 'rest', at('15:00:01'))).toBeUndefined();
});

test('the minute counts as not opened at the first use and as opened afterwards', () => {
  const known = new KnownTokens(10);
  known.note('hash', 'mcp', grant, at('15:00:59.999'));
  const opened = (time: string) => known.use('hash', 'mcp', at(time))?.opened;
  expect([opened('15:00:59.999'), opened('15:01:00'), opened('15:01:30'), opened('15:05:00')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('the token that was stored first is forgotten when the limit is passed', () => {
  const known = new KnownTokens(2);
  for (const hash of ['a', 'b', 'a', 'c']) known.note(hash, 'mcp', grant, at('15:00:00'));
  const kept = ['a', 'b', 'c'].filter((hash) => known.use(hash, 'mcp', at('15:00:00')));
  expect(kept).toEqual(['a', 'c']);
});

test('a forgotten token is not known', () => {
  const known = new KnownTokens(10);
  known.note('hash', 'mcp', grant, at('15:00:00'));
  known.forget('hash', 'mcp');
  expect(known.use('hash', 'mcp', at('15:00:00'))).toBeUndefined();
});
