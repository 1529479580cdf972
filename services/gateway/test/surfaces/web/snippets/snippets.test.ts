import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { curlSnippet, shellQuoted } from '../../../../src/surfaces/web/pages/api-docs/snippets/curl';
import { pythonSnippet } from '../../../../src/surfaces/web/pages/api-docs/snippets/python';
import type { SnippetCall } from '../../../../src/surfaces/web/pages/api-docs/snippets/snippet-call';
import { typescriptSnippet } from '../../../../src/surfaces/web/pages/api-docs/snippets/typescript';

const call = (changes: Partial<SnippetCall>): SnippetCall => ({
  operationId: 'updateThing',
  method: 'PUT',
  path: '/public/thing/{id}/part/{part}',
  access: 'bearer',
  ...changes,
});

const CHANGE = call({
  example: {
    params: { part: 'left side', id: 7 },
    body: { name: "Ada's", 'odd-name': null, flag: true, list: [] },
    answer: {},
  },
});
const SEARCH = call({
  operationId: 'listThings',
  method: 'GET',
  path: '/public/things',
  example: { query: { email: 'a+b@example.com', page: 1 }, answer: {} },
});

describe('a snippet of curl', () => {
  it('quotes what a shell would read otherwise', () => {
    expect(curlSnippet(CHANGE)).toBe(`curl -X PUT "$BASE_URL/public/thing/7/part/left%20side" \\
  -H "Authorization: Bearer $ACCESS_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{ "name": "Ada'\\''s", "odd-name": null, "flag": true, "list": [] }'`);
  });

  it('says what it needs to and no more', () => {
    expect(curlSnippet(SEARCH)).toBe(`curl "$BASE_URL/public/things?email=a%2Bb%40example.com&page=1" \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`);
    expect(curlSnippet(call({ method: 'POST', path: '/public/x', access: 'none' }))).toBe(
      'curl -X POST "$BASE_URL/public/x"',
    );
  });

  it('gets every text through a shell as it is', () => {
    const texts = fc.sample(fc.string({ unit: 'binary-ascii' }), 60).map((text) => text.replaceAll('\0', ''));
    const words = [...texts, "'", `"$(id)" \`id\` \\ ! * ~`, '{\n  "a": 1\n}'];
    const script = words.map((word) => `printf '%s\\0' ${shellQuoted(word)}`).join('\n');
    expect(execFileSync('sh', { input: script, encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(words);
  });
});

describe('a snippet of TypeScript', () => {
  it('gives path parameters in their order, then the body', () => {
    expect(typescriptSnippet(CHANGE)).toBe(`import { Parcelyard } from "@parcelyard/client";

const { BASE_URL = "", ACCESS_TOKEN } = process.env;
const parcelyard = new Parcelyard({ baseUrl: BASE_URL, accessToken: ACCESS_TOKEN });
const answer = await parcelyard.updateThing(7, "left side", { name: "Ada's", "odd-name": null, flag: true, list: [] });
console.log(answer);`);
  });

  it('gives a query as an object', () => {
    expect(typescriptSnippet(SEARCH)).toContain('listThings({ email: "a+b@example.com", page: 1 });');
  });

  it('writes any value of JSON so that JavaScript reads the same', () => {
    const values = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'));
    fc.assert(
      fc.property(values, (body) => {
        const code = typescriptSnippet(call({ path: '/public/x', example: { body, answer: {} } }));
        const [, literal] = /updateThing\(([\s\S]*)\);\n/.exec(code) ?? [];
        expect(JSON.stringify(runInNewContext(`(${literal})`))).toBe(JSON.stringify(body));
      }),
    );
  });
});

describe('a snippet of Python', () => {
  it('writes values as Python does', () => {
    expect(pythonSnippet(CHANGE)).toBe(`import os
import requests

response = requests.put(
    os.environ["BASE_URL"] + "/public/thing/7/part/left%20side",
    headers={"Authorization": "Bearer " + os.environ["ACCESS_TOKEN"]},
    json={"name": "Ada's", "odd-name": None, "flag": True, "list": []},
    timeout=30,
)
response.raise_for_status()
print(response.json())`);
  });

  it('breaks what is long, a member a line', () => {
    const body = { first: 'x'.repeat(50), second: 'y'.repeat(50) };
    expect(pythonSnippet(call({ path: '/public/x', example: { body, answer: {} } }))).toContain(`    json={
        "first": "${body.first}",
        "second": "${body.second}",
    },`);
  });
});
