import { AuthDefinition } from '@parcelyard/contracts/auth';
import { createServiceClient } from '../../src/clients/service-client';

/** Creates a client of auth whose channel only records its calls. */
function recorded() {
  const calls: unknown[][] = [];
  const methods = Object.keys(AuthDefinition.methods).map((method) => [
    method,
    async (...args: unknown[]) => calls.push([method, ...args]),
  ]);
  const client = createServiceClient(AuthDefinition, Object.fromEntries(methods), {
    default: 5_000,
    signIn: 10_000,
  });
  return { calls, client };
}

const caller = { accountId: 7, requestId: 'r-1', ip: '192.0.2.1' };

describe('the client of a service', () => {
  it('sets the account of the caller in the request, whatever account the request names', async () => {
    const { client, calls } = recorded();
    const forged = { handle: 'h', accountId: 8 };
    await client.takeConsent(caller, forged);
    await client.showAccessToken(caller);
    expect(calls).toEqual([
      ['takeConsent', { handle: 'h', accountId: 7 }, { requestId: 'r-1', timeoutMs: 5_000 }],
      ['showAccessToken', { accountId: 7 }, { requestId: 'r-1', timeoutMs: 5_000 }],
    ]);
  });

  it('sends a request without an account unchanged, with the time-out of its method', async () => {
    const { client, calls } = recorded();
    const request = { email: 'ada@example.com', password: 'p', ip: '192.0.2.1' };
    await client.signIn(caller, request);
    expect(calls).toEqual([['signIn', request, { requestId: 'r-1', timeoutMs: 10_000 }]]);
  });
});
