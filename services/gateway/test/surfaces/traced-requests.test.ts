import type { IncomingMessage } from 'node:http';
import { parseTraceparent } from '@parcelyard/service-kit/tracing/trace-context';
import { recordSpans } from '@parcelyard/service-kit/tracing/traced';
import { partial } from '@parcelyard/testing/partial';
import { tracedRequests } from '../../src/surfaces/http/traced-requests';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

afterEach(() => recordSpans(undefined));

/**
 * Sends a request with this `traceparent`. Returns the parent of the gateway's own span, which also says whether the
 * trace is recorded.
 */
async function parentOf(traceparent: string | undefined, rate: number, random = Math.random) {
  const parents: unknown[] = [];
  recordSpans({
    open: (_name, _kind, parent) => {
      parents.push(parent);
      const context = parent ?? { traceId: TRACE, spanId: CALLER, sampled: false };
      return { context, set: () => undefined, end: () => undefined };
    },
  });
  const handle = tracedRequests(async () => undefined, rate, random);
  await handle(partial({ method: 'POST', headers: { traceparent } }), partial({}));
  return parents[0];
}

describe('the recorded share of traces', () => {
  it.each(['00', '01'])('is our own, whatever the caller requests (%s)', async (flags) => {
    const given = `00-${TRACE}-${CALLER}-${flags}`;
    const place = parseTraceparent(given);
    expect(await parentOf(given, 0)).toEqual({ ...place, sampled: false });
    expect(await parentOf(given, 1)).toEqual({ ...place, sampled: true });
  });

  it('is drawn for each request: a caller cannot choose a trace id that is always recorded', async () => {
    const lowest = `00-${'0'.repeat(31)}1-${CALLER}-01`;
    expect(await parentOf(lowest, 0.05, () => 0.5)).toMatchObject({ sampled: false });
    expect(await parentOf(lowest, 0.05, () => 0.01)).toMatchObject({ sampled: true });
  });

  it('is decided later when the request has no trace', async () => {
    expect(await parentOf(undefined, 0)).toBeUndefined();
    expect(await parentOf('nonsense', 0)).toBeUndefined();
  });
});

it.each([
  [500, true],
  [503, true],
  [402, false],
  [200, false],
])('an answer with %s is an error in its trace: %s', async (statusCode, isError) => {
  const ends: boolean[] = [];
  recordSpans({
    open: () => ({
      context: { traceId: TRACE, spanId: CALLER, sampled: true },
      set: () => undefined,
      end: (failed) => ends.push(failed),
    }),
  });
  const request = partial<IncomingMessage>({ method: 'POST', headers: {} });
  await tracedRequests(async () => undefined, 1)(request, partial({ statusCode }));
  expect(ends).toEqual([isError]);
});
