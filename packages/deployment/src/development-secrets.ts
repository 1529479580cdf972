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

/** The output of `kubectl get secrets --output=json`. */
export interface ExistingSecrets {
  readonly items: readonly { readonly metadata: { readonly name: string }; readonly data?: SecretData }[];
}

/**
 * Returns the Secrets that do not exist or lack keys, by name. Each has a patch with only the missing keys, because
 * another value of an existing key could not decrypt what the old one has sealed.
 */
export function missingSecrets(
  secrets: ReadonlyMap<string, SecretData>,
  { items }: ExistingSecrets,
): ReadonlyMap<string, { stringData: SecretData }> {
  const existing = new Map(items.map(({ metadata, data = {} }) => [metadata.name, data]));
  const patches = [...secrets].flatMap(([owner, data]) => {
    const name = `parcelyard-${owner}`;
    const present = existing.get(name);
    const lacking = Object.entries(data).filter(([key]) => present?.[key] === undefined);
    return present && lacking.length === 0
      ? []
      : [[name, { stringData: Object.fromEntries(lacking) }] as const];
  });
  return new Map(patches);
}

function developmentValue(key: string): string {
  // No server listens at this address, so mails wait and are retried.
  if (key === 'SMTP_URL') return 'smtp://127.0.0.1:2525';
  if (key.endsWith('_KEYS')) return `development:${random()}`;
  throw new Error(`developmentValue() has no value for ${key}.`);
}

const random = (): string => randomBytes(32).toString('base64url');
