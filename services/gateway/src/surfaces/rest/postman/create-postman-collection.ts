import { TAGS } from '../openapi/tags';
import { type RestRoute, takesKey } from '../route';
import { bodyText, COLLECTION_VARIABLES, pathValue, scriptOf } from './collection-variables';

/**
 * Creates a Postman collection (format 2.1) of all operations, in folders by area. Answers set variables that later
 * requests use. So "Create an order", "Get the rates of an order" and "Purchase a label" work one after the other,
 * without copying a value.
 */
export function createPostmanCollection(routes: readonly RestRoute[], baseUrl: string) {
  const folders = Object.entries(TAGS).map(([name, description]) => ({
    name,
    description,
    item: routes.filter(({ tag }) => tag === name).map(itemOf),
  }));
  return {
    info: {
      name: 'Parcelyard REST API',
      description: `Put your API key into the variable \`token\`. The guide: ${baseUrl}/public/docs`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: Object.entries({ baseUrl, token: '', partnerKey: '', ...COLLECTION_VARIABLES }).map(
      ([key, value]) => ({ key, value: String(value) }),
    ),
    item: folders.filter(({ item }) => item.length > 0),
  };
}

function itemOf(route: RestRoute) {
  const { operationId, method, summary, description, access, example } = route;
  const script = scriptOf(operationId);
  return {
    name: summary,
    request: {
      method,
      description,
      url: urlOf(route),
      header: headersOf(route),
      ...(access === 'none' && { auth: { type: 'noauth' } }),
      ...(access === 'partner key' && { auth: partnerKey }),
      ...(example?.body !== undefined && {
        body: {
          mode: 'raw',
          raw: bodyText(example.body),
          options: { raw: { language: 'json' } },
        },
      }),
    },
    ...(script && { event: [{ listen: 'test', script: { type: 'text/javascript', exec: script } }] }),
  };
}

const partnerKey = {
  type: 'apikey',
  apikey: [
    { key: 'key', value: 'X-Partner-Key', type: 'string' },
    { key: 'value', value: '{{partnerKey}}', type: 'string' },
    { key: 'in', value: 'header', type: 'string' },
  ],
};

function urlOf({ path, query, example }: RestRoute) {
  const filled = Object.entries(example?.params ?? {}).reduce<string>(
    (rest, [name, value]) => rest.replace(`{${name}}`, pathValue(value)),
    path,
  );
  const examples: Readonly<Record<string, unknown>> = example?.query ?? {};
  return {
    raw: `{{baseUrl}}${filled}`,
    host: ['{{baseUrl}}'],
    path: filled.slice(1).split('/'),
    // Query parameters are turned off at first, so that a list is complete until the user turns a filter on.
    ...(query && {
      query: Object.keys(query.shape).map((key) => ({
        key,
        value: String(examples[key] ?? ''),
        disabled: true,
      })),
    }),
  };
}

const headersOf = (route: RestRoute) => [
  ...(takesKey(route) ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
  ...(route.example?.body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
];
