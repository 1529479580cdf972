import { filledPath, type SnippetCall } from './snippet-call';
import { type Dialect, writeLiteral } from './write-literal';

const INDENT = 4;

const PYTHON: Dialect = {
  key: (name) => JSON.stringify(name),
  yes: 'True',
  no: 'False',
  nothing: 'None',
  lastComma: ',',
  step: INDENT,
  padding: '',
};

/** A call with requests, the library that most scripts have. */
export function pythonSnippet(call: SnippetCall): string {
  const { method, access, example } = call;
  const body = example?.body;
  return [
    'import os',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...[
      `os.environ["BASE_URL"] + ${JSON.stringify(filledPath(call))},`,
      ...HEADERS[access],
      ...(body === undefined ? [] : [`json=${writeLiteral(body, PYTHON, INDENT)},`]),
      'timeout=30,',
    ].map((line) => ' '.repeat(INDENT) + line),
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ].join('\n');
}

const HEADERS: Readonly<Record<SnippetCall['access'], readonly string[]>> = {
  bearer: ['headers={"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]},'],
  'partner key': ['headers={"X-Partner-Key": os.environ["PARTNER_KEY"]},'],
  none: [],
};
