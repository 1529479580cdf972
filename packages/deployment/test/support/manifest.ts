import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IContainer, IPodSpec } from 'kubernetes-models/v1';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

const COMPONENT = 'app.kubernetes.io/component';

export const SERVICES = [
  'auth',
  'billing',
  'customers-email',
  'gateway',
  'orders',
  'pickups',
  'shipping',
] as const;

export function ofKind<T = Manifest>(manifests: readonly Manifest[], kind: string): (T & Manifest)[] {
  return manifests.filter((manifest) => manifest.kind === kind) as (T & Manifest)[];
}

export function ofService<T = Manifest>(
  manifests: readonly Manifest[],
  kind: string,
  service: string,
): T & Manifest {
  const [found, ...more] = ofKind<T>(manifests, kind).filter(
    ({ metadata }) => metadata.labels?.[COMPONENT] === service,
  );
  if (!found || more.length > 0) throw new Error(`${service} has ${more.length} more ${kind}s than one.`);
  return found;
}

export function podOf(manifests: readonly Manifest[], service: string) {
  const deployment = ofService<IDeployment>(manifests, 'Deployment', service);
  const template = deployment.spec?.template;
  const pod = template?.spec as IPodSpec;
  expect(pod.containers).toHaveLength(1);
  return { deployment, template, pod, container: pod.containers[0] as IContainer };
}

function componentsOnPort(
  rules: readonly { ports?: readonly { port?: number | string }[]; peers: readonly Peer[] }[],
  port: number,
): string[] {
  return rules
    .filter(({ ports }) => ports?.some((allowed) => allowed.port === port))
    .flatMap(({ peers }) => peers.map(({ podSelector }) => podSelector?.matchLabels?.[COMPONENT] ?? '?'))
    .sort();
}

interface Peer {
  readonly podSelector?: { readonly matchLabels?: Readonly<Record<string, string>> };
}

/**
 * Returns the programs that a service's network policy allows on a port: those that may call the service (`from`), and
 * those that the service may call (`to`).
 */
export function edges(manifests: readonly Manifest[], service: string, port: number) {
  const { spec } = ofService<INetworkPolicy>(manifests, 'NetworkPolicy', service);
  const peers = (found: unknown) => (found ?? []) as Peer[];
  return {
    from: componentsOnPort(
      (spec?.ingress ?? []).map((rule) => ({ ports: rule.ports ?? [], peers: peers(rule.from) })),
      port,
    ),
    to: componentsOnPort(
      (spec?.egress ?? []).map((rule) => ({ ports: rule.ports ?? [], peers: peers(rule.to) })),
      port,
    ),
  };
}
