import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { clientSample, type SampleCall } from '../../../src/surfaces/rest/openapi/client-sample';

const call = (changes: Partial<SampleCall>): SampleCall => ({
  operationId: 'updateThing',
  path: '/public/thing/{id}/part/{part}',
  access: 'bearer',
  ...changes,
});

describe('a sample of a call with our TypeScript client', () => {
  it('has path parameters in their sequence, then the body', () => {
    const body = { name: "Ada's", 'odd-name': null, flag: true, list: [] };
    expect(
      clientSample(call({ example: { params: { part: 'left side', id: 7 }, body, answer: {} } })),
    ).toBe(`import { Parcelyard } from "@parcelyard/client";

const { BASE_URL = "", ACCESS_TOKEN } = process.env;
const parcelyard = new Parcelyard({ baseUrl: BASE_URL, accessToken: ACCESS_TOKEN });
const answer = await parcelyard.updateThing(7, "left side", { name: "Ada's", "odd-name": null, flag: true, list: [] });
console.log(answer);`);
  });

  it('has a query as an object', () => {
    const search = call({
      operationId: 'listThings',
      path: '/public/things',
      example: { query: { email: 'a+b@example.com', page: 1 }, answer: {} },
    });
    expect(clientSample(search)).toContain('listThings({ email: "a+b@example.com", page: 1 });');
  });

  it('breaks a long value, one member a line', () => {
    const body = { first: 'x'.repeat(50), second: 'y'.repeat(50) };
    expect(clientSample(call({ path: '/public/x', example: { body, answer: {} } }))).toContain(`({
  first: "${body.first}",
  second: "${body.second}",
});`);
  });

  it('contains every JSON value so that JavaScript reads the same value', () => {
    const values = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'));
    fc.assert(
      fc.property(values, (body) => {
        const code = clientSample(call({ path: '/public/x', example: { body, answer: {} } }));
        const [, literal] = /updateThing\(([\s\S]*)\);\n/.exec(code) ?? [];
        expect(JSON.stringify(runInNewContext(`(${literal})`))).toBe(JSON.stringify(body));
      }),
    );
  });
});
