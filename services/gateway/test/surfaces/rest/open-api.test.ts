import { Validator } from '@seriousme/openapi-schema-validator';
import { createOpenApiDocument } from '../../../src/surfaces/rest/openapi/create-open-api-document';
import { restRoutes } from '../../../src/surfaces/rest/routes';
import { rest } from '../../support/rest';
import { BASE_URL, startGateway, type TestGateway } from '../../support/start-gateway';

interface Operation {
  operationId: string;
  security: unknown[];
  responses: Record<string, { description: string; content: unknown }>;
  requestBody?: unknown;
  parameters: { $ref?: string; name: string; in: string; required: boolean }[];
}

interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { description?: string }> };
}

describe('/public/openapi.json', () => {
  let gateway: TestGateway;
  let document: Document;

  beforeAll(async () => {
    gateway = await startGateway();
    const answer = await rest(gateway, 'GET', '/public/openapi.json', undefined, {
      authorization: undefined,
    });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    document = answer.body as Document;
  });

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );

  it('is a valid OpenAPI 3.1 document, without a token [REST-D1]', async () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toMatchObject([{ url: BASE_URL }]);
    const verdict = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    );
    expect(verdict).toEqual({ valid: true });
  });

  it('contains every route of the table and no other, each with its own id [REST-D1]', () => {
    const published = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(published.sort()).toEqual(restRoutes.map(({ method, path }) => `${method} ${path}`).sort());
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('matches the router: each path and method leads to its operation [REST-D1]', async () => {
    for (const { path, method, operation } of operations()) {
      const headers = { authorization: undefined, 'x-partner-key': undefined };
      const filled = path.replace(/\{\w+\}/g, '1');
      const body = method === 'post' ? {} : undefined;
      const { status } = await rest(gateway, method.toUpperCase(), filled, body, headers);
      const expected =
        operation.security.length === 0 ? (body ? 400 : 200) : path.startsWith('/public/account') ? 403 : 401;
      expect({ path, method, status }).toEqual({ path, method, status: expected });
    }
  });

  it('contains the request and the possible refusals of each operation [REST-D1]', () => {
    for (const { path, method, operation } of operations()) {
      const statuses = Object.keys(operation.responses);
      expect({ path, ok: statuses.some((status) => status.startsWith('2')) }).toEqual({ path, ok: true });
      expect(statuses).toContain('503');
      if (path.includes('{')) expect(statuses).toContain('404');
      const key = operation.parameters.some(({ $ref }) => $ref === '#/components/parameters/Idempotency-Key');
      expect({ path, method, key }).toEqual({
        path,
        method,
        key: method !== 'get' && path !== '/public/token',
      });
      const inPath = operation.parameters
        .filter(({ in: place }) => place === 'path')
        .map(({ name }) => `{${name}}`);
      expect(path.match(/\{\w+\}/g) ?? []).toEqual(inPath);
    }
  });

  it('exists as OpenAPI 3.0.3 too, for generators that read no other version', async () => {
    const answer = await fetch(`${gateway.url}/public/openapi-3.0.json`);
    const older = (await answer.json()) as typeof document & { openapi: string };
    expect(
      await new Validator().validate(structuredClone(older) as unknown as Record<string, unknown>),
    ).toEqual({ valid: true });
    expect(older.openapi).toBe('3.0.3');
    expect(Object.keys(older.paths)).toEqual(Object.keys(document.paths));
    expect(Object.keys(older.components.schemas)).toEqual(Object.keys(document.components.schemas));
    expect(older.components.schemas.Order).toMatchObject({
      properties: {
        externalOrderId: { type: 'string', nullable: true },
        storeFulfillment: { nullable: true, allOf: [{ $ref: '#/components/schemas/StoreFulfillment' }] },
      },
    });
    expect(older.components.schemas.OrderInput).toMatchObject({
      properties: { weight: { minimum: 0, exclusiveMinimum: true } },
    });
  });

  it('publishes the rules for requests [REST-O1]', () => {
    const order = document.components.schemas.OrderInput as unknown as {
      required: string[];
      properties: Record<string, { maxLength?: number; type?: string; additionalProperties?: unknown }>;
    };
    expect(order.required.sort()).toEqual(
      [
        'address1',
        'city',
        'country',
        'firstName',
        'invoiceNumber',
        'items',
        'lastName',
        'state',
        'zip',
      ].sort(),
    );
    const lengths = Object.fromEntries(
      Object.entries(order.properties).map(([name, { maxLength }]) => [name, maxLength]),
    );
    expect(lengths).toMatchObject({
      firstName: 50,
      lastName: 50,
      address1: 50,
      address2: 50,
      city: 50,
      email: 100,
      phone: 10,
      state: 2,
      zip: 5,
      country: 2,
      orderNote: 50,
    });
    expect(JSON.stringify(document)).not.toContain('additionalProperties":false');
  });

  it('says of each field of a change that it is unchanged when it is left out [REST-O9] [REST-C5]', () => {
    const wrong = ['OrderChanges', 'CustomerChanges'].flatMap((name) => {
      const { properties } = document.components.schemas[name] as unknown as {
        properties: Record<string, { description: string }>;
      };
      return Object.entries(properties)
        .filter(([, { description }]) => /left out|linked to the customer with/.test(description))
        .filter(([, { description }]) => !description.includes('unchanged if left out'))
        .map(([field, { description }]) => `${name}.${field}: ${description}`);
    });
    expect(wrong).toEqual([]);
  });

  it('can be read by client generators: every schema has a name, every number a format, and no boolean is a constant [REST-D1]', () => {
    const faults: string[] = [];
    const look = (node: unknown, path: readonly string[]) => {
      if (typeof node !== 'object' || node === null) return;
      const { type, format, properties, const: only } = node as Record<string, unknown>;
      const kinds = [type].flat();
      if (typeof only === 'boolean') faults.push(`${path.join('.')} is a constant`);
      if (kinds.includes('number') && format !== 'double') faults.push(`${path.join('.')} is no double`);
      if (kinds.includes('integer') && format !== 'int64') faults.push(`${path.join('.')} is no int64`);
      const isNamed = path.length === 3 && path[0] === 'components';
      if (typeof properties === 'object' && type === 'object' && !isNamed) {
        faults.push(`${path.join('.')} has no name`);
      }
      for (const [name, child] of Object.entries(node)) look(child, [...path, name]);
    };
    look(document, []);
    expect(faults).toEqual([]);
    // The schema cannot be called `NewOrder`: Go generators use this name for the constructor of `Order`.
    const names = Object.keys(document.components.schemas);
    expect(
      names.filter((name) => names.includes(name.replace(/^New/, '')) && name.startsWith('New')),
    ).toEqual([]);
  });

  it('has patterns with the same meaning in JavaScript, Python, Java and Go [REST-D1]', () => {
    const patterns: string[] = [];
    JSON.stringify(document, (key, value) => {
      if (key === 'pattern' && typeof value === 'string') patterns.push(value);
      return value;
    });
    expect(patterns.length).toBeGreaterThan(3);
    expect(patterns.filter((pattern) => /\\[pPuUkhRK]|\(\?[^:]/.test(pattern))).toEqual([]);
    const nested = patterns.filter((pattern) => /\[[^\]]*\[/.test(pattern.replace(/\\./g, '')));
    expect(nested).toEqual([]);
    const [email] = patterns.filter((pattern) => pattern.includes('x7f')).map((source) => new RegExp(source));
    expect(email?.test('bob@gmail.com')).toBe(true);
    expect(email?.test('bob\u0007@gmail.com')).toBe(false);
  });

  it('is the same each time it is generated', () => {
    const service = { baseUrl: BASE_URL, serviceName: 'Ship.com' };
    expect(createOpenApiDocument(restRoutes, service)).toEqual(createOpenApiDocument(restRoutes, service));
  });
});
