import type { Clock } from '@parcelyard/service-kit/clock';
import type { GatewayClients } from '../../clients/gateway-clients';

/** What pages are made from. */
export interface WebDependencies {
  readonly clients: GatewayClients;
  readonly clock: Clock;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly serviceName: string;
}
