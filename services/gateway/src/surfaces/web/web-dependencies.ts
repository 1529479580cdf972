import type { Clock } from '@parcelyard/service-kit/clock';
import type { GatewayClients } from '../../clients/gateway-clients';

/** What pages need. */
export interface WebDependencies {
  readonly clients: GatewayClients;
  readonly clock: Clock;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly serviceName: string;
}
