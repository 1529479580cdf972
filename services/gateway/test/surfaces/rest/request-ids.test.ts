import { DomainError } from '@parcelyard/service-kit/domain-error';
import { createLogger } from '@parcelyard/service-kit/logger';
import { aCustomer } from '../../support/contracts';
import { rest } from '../../support/rest';
import { startGateway } from '../../support/start-gateway';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const lines: Record<string, unknown>[] = [];
const logger = createLogger('gateway', 'debug', { write: (line) => void lines.push(JSON.parse(line)) });

const open = () =>
  startGateway({
    logger,
    customers: {
      listCustomers: async () => {
        throw new Error('The disk is full.');
      },
      saveCustomer: async () => ({ created: true, customer: aCustomer() }),
    },
  });

const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id') ?? '';

describe('a request id', () => {
  it.each([
    ['a success', 'POST', '/public/customer', { email: 'ada@example.com' }, 201],
    ['invalid input', 'POST', '/public/customer', {}, 400],
    ['an unknown route', 'GET', '/public/nowhere', undefined, 404],
    ['an unsupported method', 'PATCH', '/public/customers', undefined, 405],
    ['an internal error', 'GET', '/public/customers', undefined, 500],
    ['the OpenAPI document', 'GET', '/public/openapi.json', undefined, 200],
  ])('is in the headers of every answer: %s [REST-E11]', async (_what, method, path, body, status) => {
    const answer = await rest(await open(), method, path, body);
    expect({ status: answer.status, id: idOf(answer) }).toEqual({ status, id: expect.stringMatching(ID) });
  });

  it.each(['/signin', '/nowhere', '/.well-known/oauth-authorization-server'])(
    'is in the headers of %s too',
    async (path) => {
      expect(idOf(await fetch(`${(await open()).url}${path}`, { redirect: 'manual' }))).toMatch(ID);
    },
  );

  it('is the reference in the message and in the log, and is ours whatever the caller sends [REST-E11]', async () => {
    const own = { 'x-request-id': 'mine' };
    const answer = await rest(await open(), 'GET', '/public/customers', undefined, own);
    expect(answer.body.error).toBe(`Something went wrong on our side. (reference ${idOf(answer)})`);
    expect(lines.find(({ requestId }) => requestId === idOf(answer))).toMatchObject({
      level: 'error',
      msg: 'request failed',
    });
    expect(lines.some(({ requestId }) => requestId === 'mine')).toBe(false);
  });

  it('is sent to the services and stored in the activity log', async () => {
    const gateway = await open();
    const answer = await rest(gateway, 'POST', '/public/token/refresh', {});
    const begun = gateway.authCalls.find(({ method }) => method === 'beginActivity');
    expect(begun?.request).toMatchObject({ requestId: idOf(answer) });
  });

  it('is new for the next request on the same connection', async () => {
    const gateway = await open();
    const ids = await Promise.all([1, 2, 3].map(async () => idOf(await rest(gateway, 'GET', '/public/x'))));
    expect(new Set(ids).size).toBe(3);
  });

  it('is logged with the refusal of a service', async () => {
    const refusing = await startGateway({
      logger,
      customers: {
        listCustomers: async () => {
          throw new DomainError('unavailable', 'unavailable', {});
        },
      },
    });
    const answer = await rest(refusing, 'GET', '/public/customers');
    expect(answer.status).toBe(503);
    expect(lines.find(({ requestId }) => requestId === idOf(answer))).toMatchObject({ level: 'error' });
  });
});
