import { randomBytes } from 'node:crypto';
import type { ServiceFacts } from './service-table';

/** Keys and values of one Secret. */
export type SecretData = Readonly<Record<string, string>>;

/**
 * Made-up secrets that services need to start, for a cluster or containers on one's own machine. By service; `grpc` has
 * the shared ones.
 */
export function developmentSecrets(
  table: ReadonlyMap<string, ServiceFacts>,
): ReadonlyMap<string, SecretData> {
  const own = [...table].map(([service, { secrets }]): [string, SecretData] => [
    service,
    Object.fromEntries(
      Object.entries(secrets)
        .filter(([, { required }]) => required)
        .map(([key]) => [key, madeUp(key)]),
    ),
  ]);
  const filled = own.filter(([service, data]) => service === 'gateway' || Object.keys(data).length > 0);
  return new Map([...filled, ['grpc', { GRPC_SHARED_SECRET: random() }]]);
}

/** The same as Kubernetes objects, under the names that `values-development.yaml` uses. */
export function secretManifests(secrets: ReadonlyMap<string, SecretData>) {
  return {
    apiVersion: 'v1',
    kind: 'List',
    items: [...secrets].map(([owner, stringData]) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: `parcelyard-${owner}` },
      stringData,
    })),
  };
}

function madeUp(key: string): string {
  // Nothing listens there: mails wait and are retried.
  if (key === 'SMTP_URL') return 'smtp://127.0.0.1:2525';
  if (key.endsWith('_KEYS')) return `development:${random()}`;
  throw new Error(`Say here what ${key} is while developing.`);
}

const random = (): string => randomBytes(32).toString('base64url');
