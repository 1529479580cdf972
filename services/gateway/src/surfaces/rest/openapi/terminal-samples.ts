import type { RestRoute } from '../route';
import { PYTHON, writeLiteral } from './write-literal';

/** The parts of an operation that a sample shows. */
type Call = Pick<RestRoute, 'method' | 'path' | 'access' | 'example'>;

/** Returns the call as a curl command. The guide explains the two shell variables in it. */
export function curlSample(call: Call): string {
  const { method, access, example: { body } = { answer: {} } } = call;
  const verb = method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `;
  const parts = [
    `curl -sS ${verb}"$BASE_URL${pathOf(call)}${queryOf(call)}"`,
    ...CURL_KEYS[access],
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json' -d @- <<'JSON'"]),
  ];
  const text = body === undefined ? '' : `\n${JSON.stringify(body, null, 2)}\nJSON`;
  return parts.join(' \\\n  ') + text;
}

const CURL_KEYS: Readonly<Record<Call['access'], readonly string[]>> = {
  bearer: ['-H "Authorization: Bearer $ACCESS_TOKEN"'],
  'partner key': ['-H "X-Partner-Key: $PARTNER_KEY"'],
  none: [],
};

/** Returns the call as Python code that uses the library `requests`. */
export function pythonSample(call: Call): string {
  const { method, access, example: { body, query } = { answer: {} } } = call;
  const given = [
    `os.environ["BASE_URL"] + ${JSON.stringify(pathOf(call))}`,
    ...PYTHON_KEYS[access],
    ...(query ? [`params=${writeLiteral(query, 4, PYTHON)}`] : []),
    ...(body === undefined ? [] : [`json=${writeLiteral(body, 4, PYTHON)}`]),
    'timeout=30',
  ];
  return [
    'import os',
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    ...given.map((line) => `    ${line},`),
    ')',
    'print(answer.json())',
  ].join('\n');
}

const PYTHON_KEYS: Readonly<Record<Call['access'], readonly string[]>> = {
  bearer: ['headers={"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]}'],
  'partner key': ['headers={"X-Partner-Key": os.environ["PARTNER_KEY"]}'],
  none: [],
};

function pathOf({ path, example }: Call): string {
  let filled: string = path;
  for (const [name, value] of Object.entries(example?.params ?? {}))
    filled = filled.replace(`{${name}}`, encodeURIComponent(value));
  return filled;
}

function queryOf({ example }: Call): string {
  const query = new URLSearchParams(
    Object.entries(example?.query ?? {}).map(([name, value]) => [name, String(value)]),
  ).toString();
  return query === '' ? '' : `?${query}`;
}
