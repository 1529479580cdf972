import type { ServiceFacts } from './service-table';
import { serviceVariables, type Variable } from './service-variables';

/** Variables that the chart sets, or that have no use in a cluster. */
const MANAGED = [
  /_LISTEN$/,
  /^(AUTH|ORDERS|SHIPPING|PICKUPS|CUSTOMERS_EMAIL|BILLING)_ADDRESS$/,
  /^MONGODB_URI$/,
  /^NATS_/,
  /^GRPC_/,
  /^OTEL_EXPORTER_OTLP_(TRACES_ENDPOINT|ENDPOINT|HEADERS)$/,
  // Makes the process exit. Only for fault tests.
  /^FAIL_POINT$/,
];

/** Every service reads these variables, but each service needs a different value. */
const NEVER_SHARED = ['OTEL_SERVICE_NAME'];

export interface SettableVariables {
  /** Variables that every service reads. */
  readonly shared: readonly Variable[];
  /** Variables that not every service reads, by service. */
  readonly own: ReadonlyMap<string, readonly Variable[]>;
}

/** Returns the variables that a user may set in the chart's values: in `config` and in `services.<name>.config`. */
export function settableVariables(root: string, table: ReadonlyMap<string, ServiceFacts>): SettableVariables {
  const all = [...table].map(([service, { secrets }]) => {
    const settable = serviceVariables(root, service).filter(
      ({ name }) => !(name in secrets) && !MANAGED.some((pattern) => pattern.test(name)),
    );
    return [service, settable] as const;
  });
  const isShared = ({ name }: Variable) =>
    !NEVER_SHARED.includes(name) &&
    all.every(([, variables]) => variables.some((variable) => variable.name === name));
  const [, first] = all[0] as (typeof all)[number];
  return {
    shared: first.filter(isShared),
    own: new Map(
      all.map(([service, variables]) => [service, variables.filter((variable) => !isShared(variable))]),
    ),
  };
}
