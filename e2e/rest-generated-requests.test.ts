import fc from 'fast-check';
import { type AnswersDocument, judgeAnswers } from './support/judge-answers';
import { type GeneratedRequest, type OpenApiDocument, requestsTo } from './support/requests-from-document';
import { anOrderBody, createRestClient, type RestClient } from './support/rest-client';
import { shareStack } from './support/share-stack';
import type { RunningStack } from './support/start-stack';

const TRIES = 5_000;
/** Each token allows 600 requests a minute. */
const SHOPS = 10;
const AT_ONCE = 16;
const PARTNER = { 'x-partner-key': 'local-partner-key' };

describe('requests made from the OpenAPI document', () => {
  let stack: RunningStack;
  let shops: RestClient[];
  /** The order and the customer of each shop. */
  let knownIds: number[][];

  beforeAll(async () => {
    stack = await shareStack();
    const { baseUrl } = stack.file();
    const accounts = Array.from({ length: SHOPS }, (_, index) => ({
      email: `fuzz${index}@x.co`,
      password: 'correct horse battery',
    }));
    const opened = await createRestClient(baseUrl)('POST', '/public/accounts', accounts, PARTNER);
    shops = opened.body.result.map(({ result }: { result: { accessToken: string } }) =>
      createRestClient(baseUrl, result.accessToken),
    );
    knownIds = await Promise.all(
      shops.map(async (shop) => {
        const { body } = await shop('POST', '/public/order', anOrderBody({ email: 'a@x.co' }));
        return [body.result.id, body.result.customerId];
      }),
    );
  });

  it('never get a 5xx or an answer that the document does not describe for their operation [REST-D2] [REST-D10]', async () => {
    const document = (await (shops[0] as RestClient)('GET', '/public/openapi.json')).body as OpenApiDocument &
      AnswersDocument;
    const judge = judgeAnswers(document);
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      // A replaced token would end the tries of its shop.
      Object.keys(methods).flatMap((method) => (path === '/public/token/refresh' ? [] : [{ path, method }])),
    );
    const seed = Date.now();
    const requests = knownIds
      .map((ids) =>
        fc.oneof(
          ...operations.map(({ path, method }) => ({
            // Passwords use a core for a moment each, and a deleted order gives no more answers.
            weight: /token|account/.test(path) || method === 'delete' ? 1 : 8,
            arbitrary: requestsTo(document, path, method, ids),
          })),
        ),
      )
      .flatMap((arbitrary, shop) =>
        fc.sample(arbitrary, { numRuns: TRIES / SHOPS, seed: seed + shop }).map((request) => ({
          shop: shops[shop] as RestClient,
          request,
        })),
      );
    const statuses = new Map<number, number>();
    const offences: unknown[] = [];
    const send = async (shop: RestClient, request: GeneratedRequest) => {
      const { method, path, body, headers } = request;
      const key = path.startsWith('/public/account') ? PARTNER : {};
      const answer = await shop(method, path, body, { ...headers, ...key });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const faults = judge.faultsOf(request.operation, answer);
      if (answer.body?.success !== answer.status < 400) faults.push('the envelope is missing');
      if (answer.status >= 500 || faults.length > 0)
        offences.push({ seed, request, faults, told: answer.body, status: answer.status });
    };
    const queue = requests.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const { shop, request } of queue) await send(shop, request);
      }),
    );
    expect(offences).toEqual([]);
    // Without all of these statuses, the requests would not have passed the routes' first checks.
    for (const status of [200, 201, 400, 404, 409]) expect(statuses.get(status) ?? 0).toBeGreaterThan(20);
  }, 240_000);
});
