import { AuthDefinition } from '@parcelyard/contracts/auth';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { CustomersDefinition } from '@parcelyard/contracts/customers';
import { OrdersDefinition } from '@parcelyard/contracts/orders';
import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import type { OperatorClients } from '@parcelyard/local-stack/running-services';
import { readStackFile } from '@parcelyard/local-stack/stack-file';
import { channelSecurityVariables, loadConfig } from '@parcelyard/service-kit/config';
import { createChannelSecurity } from '@parcelyard/service-kit/rpc/channel-security';
import type { RpcClient, ServiceDefinition } from '@parcelyard/service-kit/rpc/definition';
import { createGrpcClient } from '@parcelyard/service-kit/rpc/grpc-client';
import { UsageError } from './arguments';

export const SERVICES = ['auth', 'orders', 'shipping', 'pickups', 'customers-email', 'billing'] as const;
export type Service = (typeof SERVICES)[number];

/** Channels to the services that a command needs. */
export interface Services extends OperatorClients {
  client<S extends ServiceDefinition>(service: Service, definition: S): RpcClient<S>;
  close(): void;
}

const addressVariable = (service: Service) => `${service.toUpperCase().replaceAll('-', '_')}_ADDRESS`;

/** Returns the variables of the environment that calls of these services use, with their meaning. */
export const variablesOf = (services: readonly Service[]): [name: string, meaning: string][] => [
  ['DATA_DIR', 'Folder of the local stack; .local when unset. Used for services without an address.'],
  ...services.map((service): [string, string] => [
    addressVariable(service),
    `host:port of the service ${service}; needed when no local stack runs.`,
  ]),
  ['GRPC_SHARED_SECRET', 'The secret that the services accept, if they use no certificates.'],
  ['GRPC_TLS_CERT_FILE', 'PEM file of the certificate of shipctl, if the services use certificates.'],
  ['GRPC_TLS_KEY_FILE', 'PEM file of the key of this certificate.'],
  ['GRPC_TLS_CA_FILE', 'PEM file of the authority that signs all certificates.'],
];

/**
 * Connects to each service at the address in the variable `<NAME>_ADDRESS`. Without this variable, it connects to the
 * service of the local stack in DATA_DIR.
 * @param allowed the services that the command declares
 */
export function connectServices(
  environment: Record<string, string | undefined>,
  allowed: readonly Service[],
): Services {
  const dataDir = environment.DATA_DIR || '.local';
  const security = createChannelSecurity('shipctl', loadConfig(channelSecurityVariables, environment));
  const closes: (() => void)[] = [];
  const addressOf = (service: Service): string => {
    if (!allowed.includes(service)) throw new Error(`The command does not declare that it calls ${service}.`);
    const variable = addressVariable(service);
    const address = environment[variable] || readStackFile(dataDir)?.services[service]?.grpc;
    if (address) return address;
    throw new UsageError(`No local stack is running in ${dataDir}, and ${variable} is not set.`);
  };
  const client: Services['client'] = (service, definition) => {
    const address = addressOf(service);
    const { rpc, close } = createGrpcClient(definition, {
      address,
      service,
      security,
      defaultTimeoutMs: 30_000,
    });
    closes.push(close);
    return rpc;
  };
  // Each getter connects to its service only when the command uses it. So a command needs addresses only of the
  // services that it calls.
  return {
    get auth() {
      return client('auth', AuthDefinition);
    },
    get billing() {
      return client('billing', BillingDefinition);
    },
    get customers() {
      return client('customers-email', CustomersDefinition);
    },
    get orders() {
      return client('orders', OrdersDefinition);
    },
    get shipping() {
      return client('shipping', ShippingDefinition);
    },
    client,
    close: () => {
      for (const close of closes) close();
    },
  };
}
