import { FAR_AHEAD } from './support/an-app';
import { type AuthUnderTest, startAuth } from './support/start-auth';

let t: AuthUnderTest;
beforeAll(async () => {
  t = await startAuth();
});
beforeEach(() => t.clock.set(FAR_AHEAD));
afterAll(() => t.stop());

const allowedOf = async (count: number, ip: string) => {
  const other = await t.anotherProcess();
  const answers = await Promise.all(
    Array.from({ length: count }, (_, n) => (n % 2 ? t.auth : other).countTokenRequest({ ip })),
  );
  return answers.filter(({ allowed }) => allowed).length;
};

describe('requests to the token endpoint [MCP-A14]', () => {
  test('are limited to exactly 30 a minute for each IP address over all processes', async () => {
    expect(await allowedOf(50, '192.0.2.1')).toBe(30);
    expect(await allowedOf(1, '192.0.2.1')).toBe(0);
    expect(await allowedOf(1, '2001:db8::1')).toBe(1);
  });

  test('are counted from zero in the next UTC minute', async () => {
    expect(await allowedOf(31, '192.0.2.2')).toBe(30);
    t.clock.advance(39_999);
    expect(await allowedOf(1, '192.0.2.2')).toBe(0);
    t.clock.advance(1);
    expect(await allowedOf(31, '192.0.2.2')).toBe(30);
  });

  test('store no IP address in the database', async () => {
    await allowedOf(1, '192.0.2.3');
    const stored = await t.database.db.collection('token_request_windows').find().toArray();
    expect(JSON.stringify(stored)).not.toContain('192.0.2');
  });
});
