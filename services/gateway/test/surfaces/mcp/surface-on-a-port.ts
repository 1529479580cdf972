import { connect } from 'node:net';
import { AuthorizeOutcome, Connection, type Surface } from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import { silentLogger } from '@parcelyard/testing/silent-logger';
import { Registry } from 'prom-client';
import { z } from 'zod';
import type { ActivityLog } from '../../../src/clients/activity-log';
import type { GatewayClients } from '../../../src/clients/gateway-clients';
import { createDrainableServer, type DrainableServer } from '../../../src/surfaces/http/drainable-server';
import { identifiedRequests } from '../../../src/surfaces/http/identified-requests';
import { securityHeaders } from '../../../src/surfaces/http/security-headers';
import { createMcpSurface } from '../../../src/surfaces/mcp/surface';
import { defineTool, READS, type Tool } from '../../../src/tools/tool';

const BASE_URL = 'https://ship.example';

const OUTCOMES: Readonly<Record<string, readonly [AuthorizeOutcome, Connection]>> = {
  access: [AuthorizeOutcome.GRANTED, Connection.ACCESS_TOKEN],
  oauth: [AuthorizeOutcome.GRANTED, Connection.OAUTH],
  expired: [AuthorizeOutcome.EXPIRED_TOKEN, Connection.UNSPECIFIED],
  limited: [AuthorizeOutcome.RATE_LIMITED, Connection.ACCESS_TOKEN],
};

/** Tools that no change of the catalogue touches: what they answer is as old as this file. */
const tools: readonly Tool[] = [
  defineTool({
    ...READS,
    name: 'read_parcel',
    title: 'Read a parcel',
    description: 'Reads one parcel.',
    input: z.strictObject({ parcel_id: z.int().describe('Parcel, by its id.') }),
    run: async ({ parcel_id }) => ({ parcel_id, name: 'Zoë "漢"\n', weight_oz: 12.5, note: null, tags: [] }),
  }) as unknown as Tool,
  defineTool({
    name: 'send_parcel',
    title: 'Send a parcel',
    description: 'Sends one parcel.',
    access: 'Spends money',
    oauth: false,
    saves: 'when confirmed',
    activity: { action: 'buy_label', about: () => ({}) },
    hints: { openWorld: true },
    input: z.strictObject({ confirm: z.boolean().optional().describe('True to send it.') }),
    run: async ({ confirm }) => {
      if (confirm) throw new Error('The van broke down.');
      throw new DomainError('carrier_refused', 'text', { text: 'The carrier says no.' });
    },
  }) as unknown as Tool,
];

/** The endpoint alone on a free port, with the tools above and nothing that changes from run to run. */
export async function startSurface(): Promise<{ port: number; server: DrainableServer }> {
  const authorize = async (token: string, _surface: Surface) => {
    if (token === 'down') throw new Error('Auth is away.');
    const [outcome, connection] = OUTCOMES[token] ?? [AuthorizeOutcome.INVALID_TOKEN, Connection.UNSPECIFIED];
    return { outcome, connection, accountId: 7, appName: '', issuedAt: undefined };
  };
  const activity: Pick<ActivityLog, 'record'> = {
    record: (_caller, _beginning, run) => run(() => undefined),
  };
  const server = createDrainableServer(
    identifiedRequests(
      createMcpSurface({
        baseUrl: BASE_URL,
        config: { SERVICE_NAME: 'Ship.com', ALLOWED_ORIGINS: ['https://app.example'], TRUST_PROXY_HOPS: 0 },
        headers: securityHeaders(BASE_URL),
        catalogue: tools,
        clients: { authorizer: { authorize, ping: async () => {} }, activity } as unknown as GatewayClients,
        clock: new FakeClock(),
        logger: silentLogger,
        registry: new Registry(),
        absolute: (path) => BASE_URL + path,
        isDraining: () => false,
      }),
      () => 'request-id',
    ),
  );
  const address = await server.listen('127.0.0.1:0');
  return { port: Number(address.split(':').pop()), server };
}

/** Everything that the server writes on a connection of its own, byte for byte. */
export function exchange(port: number, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks)));
    socket.on('error', reject);
  });
}
