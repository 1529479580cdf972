import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import type { RestCode } from '../../../src/surfaces/rest/rest-codes';
import { aCustomer } from '../../support/contracts';
import { TOKENS } from '../../support/fake-auth';
import { rest } from '../../support/rest';
import { PARTNER_KEY, startGateway, type TestGateway } from '../../support/start-gateway';

const CHALLENGE = 'Bearer realm="/public"';

describe('a request to /public', () => {
  let gateway: TestGateway;
  let failure: DomainError | undefined;

  beforeAll(async () => {
    gateway = await startGateway({
      customers: {
        saveCustomer: async () => {
          if (failure) throw failure;
          return { created: true, customer: aCustomer() };
        },
      },
    });
  });
  beforeEach(() => {
    failure = undefined;
    gateway.calls.length = 0;
  });

  const create = (body: unknown, headers: Record<string, string | undefined> = {}) =>
    rest(gateway, 'POST', '/public/customer', body, headers);

  it('that succeeds has the envelope, and is not cached [REST-E1]', async () => {
    const { status, headers, body } = await create({ email: 'ada@example.com' });
    expect({ status, body }).toMatchObject({ status: 201, body: { success: true, result: { id: 55 } } });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('may contain unknown fields, and null for missing ones [REST-E3]', async () => {
    const sent = { email: 'ada@example.com', company: null, loyaltyTier: { level: 3 }, __proto__: 1 };
    expect((await create(sent)).status).toBe(201);
    expect(gateway.calls[0]?.request).not.toHaveProperty('loyaltyTier');
  });

  it.each([
    ['/public/orders?invoicenumber=R6', 'invoicenumber', 'did you mean invoiceNumber?'],
    ['/public/customers?color=red', 'color', 'its query parameters are email, page, pageSize.'],
    ['/public/webhook?x=1', 'x', 'which has no query parameters.'],
    ['/public/orders?page=1&page=2', 'page', 'page must be given once.'],
    [
      '/public/customers?email=',
      'email',
      'email must not be empty; leave it out if you do not want this filter.',
    ],
    ['/public/orders?page=', 'page', 'page must not be empty'],
    ['/public/orders?page=2&cursor=', 'page', 'page must be 1 or left out if cursor is given.'],
  ])(
    "with %s gets 400 with the parameter's name, and calls no service [REST-E12]",
    async (path, field, words) => {
      const { status, body } = await rest(gateway, 'GET', path);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'invalid_input', fields: [{ field }] });
      expect(body.error).toContain(words);
      expect(gateway.calls).toEqual([]);
    },
  );

  it('with a compressed body gets 415 with a clear message [REST-E4]', async () => {
    const { status, body } = await create('{}', { 'content-encoding': 'gzip' });
    expect({ status, code: body.code }).toEqual({ status: 415, code: 'unsupported_media_type' });
    expect(body.error).toContain('Content-Encoding');
  });

  it('with invalid input names every problem by its field, and calls no service [REST-E2]', async () => {
    const { status, body } = await create({ email: 5, zip: 'x'.repeat(21) });
    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      code: 'invalid_input',
      error: 'email must be a string.',
      fields: [
        { field: 'email', message: 'email must be a string.' },
        { field: 'zip', message: 'zip must be at most 20 characters.' },
      ],
    });
    expect(gateway.calls).toEqual([]);
  });

  it.each([
    ['cut-off JSON', '{"email":'],
    ['200,000 nested lists', `{"email":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1')],
    ['nothing', ''],
    ['a list', '[]'],
    ['a number', '7'],
    ['null', 'null'],
  ])('whose body is %s gets 400 [REST-E4]', async (_what, sent) => {
    const { status, body } = await create(sent);
    expect({ status, success: body.success }).toEqual({ status: 400, success: false });
    expect(body.error).toMatch(/^The body |^email /);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json'])(
    'with Content-Type %s gets 415 [REST-E4]',
    async (type) => {
      const { status, body } = await create({ email: 'a@b.co' }, { 'content-type': type });
      expect({ status, body }).toMatchObject({ status: 415, body: { success: false } });
    },
  );

  it.each([
    ['POST', '/public/webhook/test'],
    ['DELETE', '/public/order/7'],
  ])('%s %s without a body may have any Content-Type [REST-E4]', async (method, path) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await rest(gateway, method, path, undefined, headers)).status).not.toBe(415);
  });

  it("with half of a surrogate pair gets 400 with the field's name", async () => {
    const { status, body } = await create('{"email":"a@b.co","company":"\\ud83d shop"}');
    const message = 'company must not contain half of a surrogate pair.';
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: [{ field: 'company', message }] });
    expect((await create({ email: 'a@b.co', company: '😀 shop' })).status).toBe(201);
  });

  it.each(['Àgnes@example.com', 'a\u0085@example.com', 'a\u0007@example.com'])(
    'accepts letters in an e-mail and no control characters: %j',
    async (email) => {
      expect((await create({ email })).status).toBe(email.startsWith('À') ? 201 : 400);
    },
  );

  it.each(['application/json; charset=utf-8', 'application/vnd.shop+json'])(
    'with Content-Type %s is accepted',
    async (type) => {
      expect((await create({ email: 'a@b.co' }, { 'content-type': type })).status).toBe(201);
    },
  );

  it('of exactly 1 MiB is accepted, and of one byte more gets 413 [REST-E4]', async () => {
    const withPadding = (bytes: number) => {
      const text = '{"email":"a@b.co","pad":""}';
      return text.replace('""}', `"${'x'.repeat(bytes - text.length)}"}`);
    };
    expect((await create(withPadding(1_048_576))).status).toBe(201);
    const { status, body } = await create(withPadding(1_048_577));
    expect({ status, body }).toMatchObject({ status: 413, body: { success: false } });
  });

  it('to an unknown address gets 404 in the envelope [REST-E5]', async () => {
    for (const path of ['/public', '/public/', '/public/customer/1/x', '/public/nothing']) {
      const { status, body } = await rest(gateway, 'GET', path);
      expect({ path, status, body }).toMatchObject({ path, status: 404, body: { success: false } });
    }
  });

  it.each([
    ['PATCH', '/public/customers', 'GET, HEAD'],
    ['GET', '/public/customer', 'POST'],
    ['POST', '/public/order/7', 'DELETE, GET, HEAD, PUT'],
    ['DELETE', '/public/openapi.json', 'GET, HEAD'],
  ])('%s %s gets 405 with Allow [REST-E5]', async (method, path, allow) => {
    const { status, headers, body } = await rest(gateway, method, path);
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow });
    expect(body.success).toBe(false);
  });

  it.each([
    ['without a token', undefined, 'missing_bearer_token'],
    ['with another scheme', 'Basic dXNlcjpwYXNz', 'missing_bearer_token'],
    ['with an invalid token text', 'Bearer a b', 'invalid_token'],
    ['with an unknown token', `Bearer ${TOKENS.unknown}`, 'invalid_token'],
    ['with an expired token', `Bearer ${TOKENS.expired}`, 'expired_token'],
    ['with a token of an unknown kind', `Bearer ${TOKENS.odd}`, 'invalid_token'],
  ])('%s gets 401 with a challenge and its own code [REST-A1]', async (_what, authorization, code) => {
    const { status, headers, body } = await create({}, { authorization });
    const challenge = code === 'missing_bearer_token' ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`;
    expect({ status, challenge: headers.get('www-authenticate') }).toEqual({ status: 401, challenge });
    expect(body).toEqual({ success: false, code, error: expect.any(String) });
  });

  it('of a connected app gets 401 [REST-A2]', async () => {
    const { status, headers } = await create({}, { authorization: `Bearer ${TOKENS.oauth}` });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('over the rate limit gets 429 with Retry-After, before its body is checked [REST-L1]', async () => {
    const { status, headers } = await create('{', { authorization: `Bearer ${TOKENS.limited}` });
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 429, retryAfter: '60' });
  });

  it.each<[ErrorCode, number, RestCode]>([
    ['invalid_argument', 400, 'invalid_input'],
    ['payment_required', 402, 'insufficient_balance'],
    ['permission_denied', 403, 'forbidden'],
    ['resource_exhausted', 403, 'limit_reached'],
    ['not_found', 404, 'not_found'],
    ['already_exists', 409, 'wrong_state'],
    ['failed_precondition', 409, 'wrong_state'],
    ['conflict', 409, 'conflict_retry'],
    ['carrier_refused', 422, 'carrier_refused'],
  ])(
    'that a service refuses as %s gets %i with its message and the code %s [REST-E8] [REST-E10]',
    async (code, expected, name) => {
      failure = new DomainError(
        code,
        'text',
        { text: 'The words of the service.' },
        { detail: 'secret detail' },
      );
      const { status, body } = await create({ email: 'a@b.co' });
      expect({ status, body }).toEqual({
        status: expected,
        body: { success: false, code: name, error: 'The words of the service.' },
      });
    },
  );

  it("refused by a carrier has the carrier's message word for word [REST-E8]", async () => {
    failure = new DomainError('carrier_refused', 'text', { text: 'Use get_rates with order_id (SBX-1001)' });
    expect((await create({ email: 'a@b.co' })).body.error).toBe('Use get_rates with order_id (SBX-1001)');
  });

  it("refused because of a field has the field's REST name", async () => {
    failure = new DomainError('invalid_argument', 'field_required', {}, { field: 'ship_to.zip' });
    expect((await create({ email: 'a@b.co' })).body).toEqual({
      success: false,
      code: 'invalid_input',
      error: 'zip is required.',
      fields: [{ field: 'zip', message: 'zip is required.' }],
    });
  });

  it.each<[ErrorCode, RestCode]>([
    ['unavailable', 'unavailable'],
    ['deadline_exceeded', 'outcome_unknown'],
    ['unresolved', 'outcome_unknown'],
  ])('gets 503 with Retry-After for %s of a service, with the code %s [REST-E7]', async (code, name) => {
    failure = new DomainError(code, 'text', { text: 'Try again in a moment.' });
    const { status, headers, body } = await create({ email: 'a@b.co' });
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, retryAfter: '5' });
    expect(body).toEqual({ success: false, code: name, error: 'Try again in a moment.' });
  });

  it('that meets an internal error gets 500 with a reference and no details', async () => {
    failure = new DomainError(
      'internal',
      'text',
      { text: 'E11000 duplicate key' },
      { detail: 'mongodb://secret' },
    );
    const { status, body } = await create({ email: 'a@b.co' });
    expect(status).toBe(500);
    expect(body.error).toMatch(/^Something went wrong on our side\. \(reference [0-9a-f-]{36}\)$/);
  });

  it('gets 503 without doubt about a write when auth does not answer in time [REST-E7]', async () => {
    const late = await startGateway({
      auth: {
        authorize: async () => {
          throw new DomainError('deadline_exceeded', 'unavailable', {});
        },
      },
    });
    const { status, body } = await rest(late, 'POST', '/public/purchase-label', {});
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(late.calls).toEqual([]);
  });

  it('gets 503 and never 401 while auth is unavailable [REST-E7]', async () => {
    const down = await startGateway({
      auth: {
        authorize: async () => {
          throw new DomainError('unavailable', 'text', {
            text: 'The service is not available right now. Try again in a moment.',
          });
        },
      },
    });
    expect((await rest(down, 'GET', '/public/customers')).status).toBe(503);
  });

  it.each([
    ['none', undefined],
    ['another', 'not-the-key'],
    ['an empty one', ''],
    ['the beginning of a valid one', PARTNER_KEY.slice(0, -1)],
  ])('for an account with %s as partner key gets 403, with any token [REST-A5]', async (_what, key) => {
    const { status, body } = await rest(
      gateway,
      'POST',
      '/public/account',
      { email: 'a@b.co' },
      { 'x-partner-key': key },
    );
    expect({ status, body }).toMatchObject({ status: 403, body: { success: false } });
  });
});
