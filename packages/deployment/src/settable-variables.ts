import type { ServiceFacts } from './service-table';
import { serviceVariables, type Variable } from './service-variables';

/** Variables that the chart sets itself, or that nobody sets in a cluster. */
const MANAGED = [
  /_LISTEN$/,
  /^(AUTH|ORDERS|SHIPPING|PICKUPS|CUSTOMERS_EMAIL|BILLING)_ADDRESS$/,
  /^MONGODB_URI$/,
  /^NATS_/,
  /^GRPC_/,
  /^OTEL_EXPORTER_OTLP_(TRACES_ENDPOINT|ENDPOINT|HEADERS)$/,
  // Ends the process; for tests of faults.
  /^FAIL_POINT$/,
];

/** What every service reads, and each has for itself: the same everywhere, it would tell nothing. */
const NEVER_SHARED = ['OTEL_SERVICE_NAME'];

export interface SettableVariables {
  /** What every service reads. */
  readonly shared: readonly Variable[];
  /** What one of them reads beside. */
  readonly own: ReadonlyMap<string, readonly Variable[]>;
}

/** The variables that values may set, in `config` and in `services.<name>.config`. */
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
