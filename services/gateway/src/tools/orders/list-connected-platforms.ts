import type { PlatformConnection } from '@parcelyard/contracts/orders';
import { z } from 'zod';
import { timestampOrNull } from '../../values/nullable';
import { defineTool, type Payload, READS } from '../tool';

/** @see [MCP-Y1] */
export const listConnectedPlatforms = defineTool({
  name: 'list_connected_platforms',
  title: 'List connected platforms',
  description:
    'Stores on sales platforms that this account imports orders from, with the time of the last successful import.',
  ...READS,
  input: z.object({}),
  async run(_args, { caller, clients }) {
    const { platforms } = await clients.orders.listConnections(caller);
    return { platforms: platforms.map(presentConnection) };
  },
});

const presentConnection = (connection: PlatformConnection): Payload => ({
  platform: connection.platform,
  store_name: connection.storeName,
  status: connection.status,
  connected_at: timestampOrNull(connection.connectedAt),
  last_sync_at: timestampOrNull(connection.lastSyncAt),
});
