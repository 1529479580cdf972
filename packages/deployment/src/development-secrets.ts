import { randomBytes } from 'node:crypto';
import type { ServiceFacts } from './service-table';

export type SecretData = Readonly<Record<string, string>>;

/**
 * Creates the secrets that services need to start, by service, for a cluster or containers on a developer's machine.
 * The entry `grpc` has the secret that all services share.
 */
export function developmentSecrets(
  table: ReadonlyMap<string, ServiceFacts>,
): ReadonlyMap<string, SecretData> {
  const own = [...table].map(([service, { secrets }]): [string, SecretData] => [
    service,
    Object.fromEntries(
      Object.entries(secrets)
        .filter(([, { required }]) => required)
        .map(([key]) => [key, developmentValue(key)]),
    ),
  ]);
  const filled = own.filter(([service, data]) => service === 'gateway' || Object.keys(data).length > 0);
  return new Map([...filled, ['grpc', { GRPC_SHARED_SECRET: random() }]]);
}

/** Returns the generated secrets as Kubernetes objects, with the names in `values-development.yaml`. */
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

function developmentValue(key: string): string {
  // No server listens at this address, so mails wait and are retried.
  if (key === 'SMTP_URL') return 'smtp://127.0.0.1:2525';
  if (key.endsWith('_KEYS')) return `development:${random()}`;
  throw new Error(`developmentValue() has no value for ${key}.`);
}

const random = (): string => randomBytes(32).toString('base64url');
