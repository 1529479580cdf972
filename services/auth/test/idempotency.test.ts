import { ClaimOutcome } from '@parcelyard/contracts/auth';
import { type AuthUnderTest, startAuth } from './support/start-auth';

const HOUR_MS = 3_600_000;

describe('an Idempotency-Key', () => {
  let under: AuthUnderTest;
  let keys = 0;

  beforeAll(async () => {
    under = await startAuth();
  });
  afterAll(() => under.stop());

  const aRequest = (changes: Partial<{ accountId: number; key: string; fingerprint: string }> = {}) => {
    keys += 1;
    return { accountId: 7, key: `key-${keys}`, fingerprint: 'body-a', leaseSeconds: 60, ...changes };
  };
  type Request = ReturnType<typeof aRequest>;
  const claim = (request: Request) => under.auth.claimIdempotencyKey(request);
  const settle = ({ accountId, key }: Request, holder: string, body = '{"n":1}') =>
    under.auth.settleIdempotencyKey({ holder: { accountId, key, holder }, answer: { status: 201, body } });

  it('is claimed once, and a repeat of the request gets the first answer [REST-L2]', async () => {
    const request = aRequest();
    const { outcome, holder } = await claim(request);
    expect(outcome).toBe(ClaimOutcome.CLAIMED);
    expect((await claim(request)).outcome).toBe(ClaimOutcome.BUSY);
    await settle(request, holder);
    expect(await claim(request)).toMatchObject({
      outcome: ClaimOutcome.ANSWERED,
      answer: { status: 201, body: '{"n":1}' },
    });
  });

  it('is refused for a different request, before and after the answer [REST-L3]', async () => {
    const request = aRequest();
    const { holder } = await claim(request);
    const other = { ...request, fingerprint: 'body-b' };
    expect((await claim(other)).outcome).toBe(ClaimOutcome.MISMATCH);
    await settle(request, holder);
    expect((await claim(other)).outcome).toBe(ClaimOutcome.MISMATCH);
  });

  it('is claimed once when two processes send fifty claims at once [REST-L4]', async () => {
    const other = await under.anotherProcess();
    const request = aRequest();
    const claims = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? other : under.auth).claimIdempotencyKey(request)),
    );
    expect(claims.filter(({ outcome }) => outcome === ClaimOutcome.CLAIMED)).toHaveLength(1);
    expect(claims.filter(({ outcome }) => outcome === ClaimOutcome.BUSY)).toHaveLength(49);
  });

  it('of a crashed process can be claimed after its lease, and the late process changes nothing [REST-L5]', async () => {
    const request = aRequest();
    const late = await claim(request);
    under.clock.advance(59_999);
    expect((await claim(request)).outcome).toBe(ClaimOutcome.BUSY);
    under.clock.advance(1);
    const next = await claim(request);
    expect(next.outcome).toBe(ClaimOutcome.CLAIMED);
    await settle(request, late.holder, '"late"');
    await under.auth.releaseIdempotencyKey({ accountId: 7, key: request.key, holder: late.holder });
    expect((await claim(request)).outcome).toBe(ClaimOutcome.BUSY);
    await settle(request, next.holder, '"next"');
    expect((await claim(request)).answer?.body).toBe('"next"');
  });

  it('that was released without an answer can be claimed for any request, and one with an answer cannot be released [REST-L5]', async () => {
    const request = aRequest();
    const { holder } = await claim(request);
    await under.auth.releaseIdempotencyKey({ accountId: 7, key: request.key, holder });
    const again = await claim({ ...request, fingerprint: 'body-b' });
    expect(again.outcome).toBe(ClaimOutcome.CLAIMED);
    await settle({ ...request, fingerprint: 'body-b' }, again.holder);
    await under.auth.releaseIdempotencyKey({ accountId: 7, key: request.key, holder: again.holder });
    expect((await claim({ ...request, fingerprint: 'body-b' })).outcome).toBe(ClaimOutcome.ANSWERED);
  });

  it('is unknown after 24 hours and in another account [REST-L6]', async () => {
    const request = aRequest();
    const { holder } = await claim(request);
    await settle(request, holder);
    expect((await claim({ ...request, accountId: 8 })).outcome).toBe(ClaimOutcome.CLAIMED);
    under.clock.advance(24 * HOUR_MS - 1);
    expect((await claim(request)).outcome).toBe(ClaimOutcome.ANSWERED);
    under.clock.advance(1);
    expect((await claim({ ...request, fingerprint: 'body-b' })).outcome).toBe(ClaimOutcome.CLAIMED);
  });

  it('stores its answer encrypted, and is deleted by an index', async () => {
    const request = aRequest();
    const { holder } = await claim(request);
    await settle(request, holder, '{"accessToken":"OAUTH2.secret"}');
    const collection = under.database.db.collection('idempotency_keys');
    const [document] = await collection.find({ accountId: 7, key: request.key }).toArray();
    expect(JSON.stringify(document)).not.toContain('secret');
    expect(Buffer.from(document?.answer.sealed.buffer).toString('latin1')).not.toContain('secret');
    const indexes = await collection.indexes();
    expect(indexes.find(({ key }) => key.expiresAt === 1)?.expireAfterSeconds).toBe(0);
  });
});
