import type { Egress } from '@parcelyard/egress/create-egress';
import { EgressError } from '@parcelyard/egress/egress-error';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import type { QuotaUser } from '../../../src/clients/quotas-client';
import { createMetadataDocuments } from '../../../src/surfaces/oauth/client/metadata-documents';

const CLIENT_ID = 'https://assistant.example/oauth/app.json';
const REDIRECT_URIS = ['https://assistant.example/callback', 'http://localhost/callback'];
const DOCUMENT = { client_id: CLIENT_ID, client_name: 'Assistant', redirect_uris: REDIRECT_URIS };
type Answer = Awaited<ReturnType<Egress['request']>>;

const answer = (document: unknown, changes: Partial<Answer> = {}): Answer => ({
  status: 200,
  headers: {},
  body: Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)),
  ...changes,
});

/** Creates a reader of client metadata without a network. `respond` returns what the client's host answers. */
function world(respond: (url: string) => Answer | Promise<Answer> = () => answer(DOCUMENT)) {
  const clock = new FakeClock();
  const requests: Parameters<Egress['request']>[0][] = [];
  const taken: QuotaUser[] = [];
  const documents = createMetadataDocuments({
    clock,
    quotas: { take: async (_, user) => void taken.push(user) },
    egress: {
      request: async (request) => {
        requests.push(request);
        return respond(request.url);
      },
    },
  });
  const find = (clientId = CLIENT_ID, ip = '192.0.2.1') =>
    documents.find(new URL(clientId), { requestId: 'r', ip, account: 7 });
  return { clock, requests, taken, find };
}

describe('a metadata document [MCP-A12]', () => {
  it("contains the app's name and its redirect addresses", async () => {
    const { find } = world();
    expect(await find()).toEqual({
      clientId: CLIENT_ID,
      name: 'Assistant',
      host: 'assistant.example',
      redirectUris: REDIRECT_URIS,
      anyLoopbackPort: true,
    });
  });

  it('is fetched only over https, within eight seconds and up to five kilobytes', async () => {
    const { find, requests } = world();
    await find();
    expect(requests).toEqual([
      {
        url: CLIENT_ID,
        protocols: ['https:'],
        headers: { accept: 'application/json' },
        timeoutMs: 8_000,
        maxBytes: 5_120,
      },
    ]);
  });

  it.each<[string, Answer]>([
    ['a redirect', answer(DOCUMENT, { status: 302, headers: { location: 'https://elsewhere.example/' } })],
    ['404', answer(DOCUMENT, { status: 404 })],
    ['201', answer(DOCUMENT, { status: 201 })],
    ['no JSON', answer('<html>')],
    ['nothing', answer('')],
    ['a list', answer([DOCUMENT])],
    ['null', answer('null')],
    ['no client_id', answer({ ...DOCUMENT, client_id: undefined })],
    ['another client_id', answer({ ...DOCUMENT, client_id: `${CLIENT_ID}?` })],
    ['no redirect_uris', answer({ ...DOCUMENT, redirect_uris: undefined })],
    ['empty redirect_uris', answer({ ...DOCUMENT, redirect_uris: [] })],
    ['redirect_uris that are no list', answer({ ...DOCUMENT, redirect_uris: REDIRECT_URIS[0] })],
    ['redirect_uris without a text', answer({ ...DOCUMENT, redirect_uris: [1, null] })],
  ])('with %s is invalid, and is fetched again after half a minute', async (_, response) => {
    const { find, requests, clock } = world(() => response);
    for (let n = 0; n < 3; n += 1) {
      await expect(find()).rejects.toMatchObject({ name: 'UnknownClient' });
      if (n === 1) clock.advance(30_000);
    }
    expect(requests).toHaveLength(2);
  });

  it.each(['timeout', 'too_large', 'unreachable', 'refused'] as const)(
    'that cannot be fetched (%s) gets a refusal with the cause, and is fetched again after half a minute',
    async (failure) => {
      const failures = [new EgressError(failure, 'No whole answer within 8 s.')];
      const { find, clock } = world(() => {
        const failed = failures.pop();
        return failed ? Promise.reject(failed) : answer(DOCUMENT);
      });
      await expect(find()).rejects.toMatchObject({
        name: 'UnknownClient',
        message: expect.stringContaining('8 s'),
      });
      await expect(find()).rejects.toMatchObject({ name: 'UnknownClient' });
      clock.advance(30_000);
      expect(await find()).toMatchObject({ name: 'Assistant' });
    },
  );

  it('is cached for thirty minutes', async () => {
    const { find, requests, clock } = world();
    await find();
    clock.advance(30 * 60_000 - 1);
    await find();
    expect(requests).toHaveLength(1);
    clock.advance(1);
    await find();
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['max-age=60', 59_999, 1],
    ['max-age=60', 60_000, 2],
    ['public, MAX-AGE=86400', 30 * 60_000, 2],
    ['no-store', 0, 2],
    ['max-age=600, no-cache', 0, 2],
    ['max-age=never', 60_000, 1],
  ])('with Cache-Control: %s was fetched after %d ms %d times', async (cacheControl, ms, times) => {
    const { find, requests, clock } = world(() =>
      answer(DOCUMENT, { headers: { 'cache-control': cacheControl } }),
    );
    await find();
    clock.advance(ms);
    await find();
    expect(requests).toHaveLength(times);
  });

  it('is fetched once for many requests at the same time', async () => {
    const { find, requests } = world();
    const found = await Promise.all(Array.from({ length: 20 }, () => find()));
    expect(new Set(found).size).toBe(1);
    expect(requests).toHaveLength(1);
  });

  it('is cached with at most a hundred others, and fetched with at most twenty others', async () => {
    const own = (url: string) => answer({ ...DOCUMENT, client_id: url });
    const { find, requests } = world(own);
    for (let n = 0; n <= 100; n += 1) await find(`${CLIENT_ID}?${n}`);
    await find(`${CLIENT_ID}?100`);
    expect(requests).toHaveLength(101);
    await find(`${CLIENT_ID}?0`);
    expect(requests).toHaveLength(102);

    const slow = world(() => new Promise(() => undefined));
    const many = Array.from({ length: 21 }, (_, n) => slow.find(`${CLIENT_ID}?${n}`, `192.0.2.${n}`));
    await expect(many[20]).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 8 });
    expect(slow.requests).toHaveLength(20);
  });

  it('on hosts that do not answer is fetched four times at once for one network, and other networks have room', async () => {
    const slow = world(() => new Promise(() => undefined));
    const greedy = Array.from({ length: 30 }, (_, n) =>
      slow.find(`${CLIENT_ID}?${n}`, `2001:db8::${n.toString(16)}`),
    );
    const refused = (await Promise.allSettled(greedy.slice(4))).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(26);
    void slow.find(`${CLIENT_ID}?other`, '192.0.2.9');
    await new Promise((resolve) => setImmediate(resolve));
    expect(slow.requests).toHaveLength(5);
  });

  it('counts in the quota of the request that fetches it, and not when it is cached', async () => {
    const { find, taken } = world();
    for (let n = 0; n < 3; n += 1) await find();
    expect(taken).toEqual([{ requestId: 'r', ip: '192.0.2.1', account: 7 }]);
  });

  it.each([
    ['  A \n new\u202e name\u0000 ', 'A   new  name'],
    [`${'x'.repeat(100)}`, `${'x'.repeat(79)}…`],
    ['', 'assistant.example'],
    ['\u200b', 'assistant.example'],
    [7, 'assistant.example'],
    [undefined, 'assistant.example'],
  ])('with the name %j is shown as %j', async (name, shown) => {
    const { find } = world(() => answer({ ...DOCUMENT, client_name: name }));
    expect((await find()).name).toBe(shown);
  });

  it('may list unusable addresses: scripts, foreign http, fragments', async () => {
    const odd = ['javascript:alert(1)', 'http://assistant.example/cb', 'https://assistant.example/#x', 7];
    const { find } = world(() => answer({ ...DOCUMENT, redirect_uris: [...odd, ...REDIRECT_URIS] }));
    expect((await find()).redirectUris).toEqual(REDIRECT_URIS);
  });
});
