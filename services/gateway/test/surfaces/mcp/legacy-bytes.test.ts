import type { DrainableServer } from '../../../src/surfaces/http/drainable-server';
import { LEGACY_CORPUS, toBytes } from './legacy-corpus';
import { exchange, startSurface } from './surface-on-a-port';

let port: number;
let server: DrainableServer;
beforeAll(async () => {
  ({ port, server } = await startSurface());
});
afterAll(() => server.drain(0));

/** The text of `instructions` is free to change; its length stands in a header. */
function withoutWhatMayChange(answer: string): string {
  const dated = answer.replace(/^Date: .*$/m, 'Date: (then)');
  return /"instructions":"/.test(dated)
    ? dated
        .replace(/"instructions":"(?:[^"\\]|\\.)*"/, '"instructions":"(a text)"')
        .replace(/^content-length: .*$/m, 'content-length: (its length)')
    : dated;
}

// The snapshot was recorded by the build before 2026-07-28 came: it is not to be recorded again.
describe('clients of 2025-06-18 and 2025-11-25', () => {
  it('get the bytes that they got before 2026-07-28 was spoken beside their versions [MCP-V9]', async () => {
    const answers: string[] = [];
    for (const request of LEGACY_CORPUS) {
      const answer = (await exchange(port, toBytes(request))).toString();
      answers.push(`${request.name}\n${withoutWhatMayChange(answer).replaceAll('\r\n', '\n')}`);
    }
    expect(answers.join('\n\n--------\n')).toMatchSnapshot();
  });
});
