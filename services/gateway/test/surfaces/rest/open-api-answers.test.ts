import { createOpenApiDocument } from '../../../src/surfaces/rest/openapi/create-open-api-document';
import { REST_CODES, type RestCode } from '../../../src/surfaces/rest/rest-codes';
import { restRoutes } from '../../../src/surfaces/rest/routes';
import { webhookEventSchema } from '../../../src/surfaces/rest/webhook/webhook-event-schema';
import { BASE_URL } from '../../support/start-gateway';
import { RESERVED_NAMES } from './support/reserved-names';

interface Answer {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly 'x-codes'?: readonly RestCode[];
}

const document = createOpenApiDocument(restRoutes, { baseUrl: BASE_URL, serviceName: 'Ship.com' });
const shared = document.components.responses as Readonly<Record<string, Answer>>;

const answers = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => {
    const { responses } = operation as { responses: Readonly<Record<string, Answer>> };
    return Object.entries(responses).map(([status, { $ref, ...own }]) => ({
      where: `${method.toUpperCase()} ${path} ${status}`,
      status: Number(status),
      answer: $ref ? (shared[$ref.split('/').at(-1) as string] as Answer) : own,
    }));
  }),
);

/**
 * Codes that the document lists at no operation. A request with a wrong method (`method_not_allowed`) belongs to no
 * operation. Each refusal with the status 403 has a more exact code than `forbidden`.
 */
const OF_NO_OPERATION = ['method_not_allowed', 'forbidden'];

describe('the answers in the published document', () => {
  it('name their headers [REST-D10]', () => {
    const lacking = answers.filter(({ status, answer: { headers = {} } }) => {
      const expected = ['X-Request-Id', 'Cache-Control', ...(OWN_HEADERS[status] ?? [])];
      return !expected.every((name) => name in headers);
    });
    expect(lacking.map(({ where }) => where)).toEqual([]);
  });

  it('name the codes of their status [REST-D10]', () => {
    const failures = answers.filter(({ status }) => status >= 400);
    const wrong = failures.filter(({ status, answer: { 'x-codes': codes = [] } }) => {
      return codes.length === 0 || codes.some((code) => REST_CODES[code].status !== status);
    });
    expect(wrong.map(({ where }) => where)).toEqual([]);
    const told = failures.flatMap(({ answer }) => answer['x-codes'] ?? []);
    const untold = Object.keys(REST_CODES).filter((code) => !told.includes(code as RestCode));
    expect(untold.filter((code) => !OF_NO_OPERATION.includes(code))).toEqual([]);
  });

  it('have names that are not reserved in any language [REST-D10]', () => {
    const { schemas, responses } = document.components;
    const names = [...Object.keys(schemas), ...Object.keys(responses)].map((name) => name.toLowerCase());
    expect(names.filter((name) => RESERVED_NAMES.has(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });
});

const OWN_HEADERS: Readonly<Record<number, readonly string[]>> = {
  304: ['ETag'],
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

describe('the webhook in the published document', () => {
  it('describes the request to receivers, and is hidden from client generators [REST-D11]', () => {
    const { post } = document.webhooks.shipmentEvent;
    expect(post).toMatchObject({ 'x-internal': true, tags: ['Webhook events'] });
    expect(post.parameters.map(({ name }) => name)).toEqual([
      'X-Ship-Event-Id',
      'X-Ship-Timestamp',
      'X-Ship-Signature',
    ]);
    const { schema, example } = post.requestBody.content['application/json'];
    expect(schema).toEqual({ $ref: '#/components/schemas/WebhookEvent' });
    expect(webhookEventSchema.strict().parse(example)).toEqual(example);
  });
});
