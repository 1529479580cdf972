import type { Clock } from '@parcelyard/service-kit/clock';
import type { GatewayClients } from '../../clients/gateway-clients';

export interface WebDependencies {
  readonly clients: GatewayClients;
  readonly clock: Clock;
  /** The service's URL, without a slash at the end. */
  readonly baseUrl: string;
  readonly serviceName: string;
}
