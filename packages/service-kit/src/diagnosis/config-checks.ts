import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { KeyRing } from '../key-ring';
import { isLoopback } from '../rpc/channel-security';
import { bad, type Check, good } from './finding';
import { nameCheck } from './name-check';

export interface CheckedConfig {
  readonly GRPC_SHARED_SECRET: readonly string[];
  readonly GRPC_TLS_CERT_FILE?: string | undefined;
  readonly GRPC_LISTEN: string;
}

const DNS = 'dns:///';
const HOUR_MS = 3_600_000;
/**
 * A certificate is reported in the last seven days of its lifetime. If its lifetime is short, it is reported only in
 * the last fifth. Short-lived certificates are renewed after two thirds of their lifetime, so a working renewal is
 * never reported.
 */
const RENEW_HOURS = 7 * 24;
const RENEW_SHARE = 0.2;

/** Checks the service's keys, certificates and names. The report never contains a key. */
export function configChecks(config: CheckedConfig & object): readonly Check[] {
  const entries: readonly [string, unknown][] = Object.entries(config);
  return [
    ...entries.flatMap(([name, value]) => (isRing(value) ? [ringCheck(name, value)] : [])),
    channelCheck(config),
    ...entries.flatMap(([name, value]) =>
      name.endsWith('_ADDRESS') && typeof value === 'string' && value.startsWith(DNS)
        ? [nameCheck(name, value.slice(DNS.length).split(':')[0] as string)]
        : [],
    ),
  ];
}

const ringCheck = (name: string, { all, current }: KeyRing): Check => ({
  name,
  run: async () =>
    good(
      all.length === 1 ? `1 key, ${current.kid}` : `${all.length} keys, ${current.kid} is the current one`,
      fingerprint(all.map(({ kid, key }) => `${kid}:${key.toString('base64url')}`).join()),
    ),
});

const isRing = (value: unknown): value is KeyRing =>
  typeof value === 'object' && value !== null && 'current' in value && 'all' in value && 'find' in value;

const channelCheck = ({
  GRPC_SHARED_SECRET: secrets,
  GRPC_TLS_CERT_FILE: file,
  GRPC_LISTEN,
}: CheckedConfig) => ({
  name: 'caller authentication',
  run: async () => {
    if (file !== undefined) return certificate(new X509Certificate(await readFile(file)));
    if (secrets.length > 0) return good('a shared secret', fingerprint(secrets.join()));
    if (isLoopback(GRPC_LISTEN)) return 'none, on loopback';
    return bad('none: set certificates (GRPC_TLS_CERT_FILE …) or GRPC_SHARED_SECRET');
  },
});

function certificate({ validFrom, validTo }: X509Certificate) {
  const end = Date.parse(validTo);
  const hours = (end - Date.now()) / HOUR_MS;
  const renewed = Math.min(RENEW_HOURS, ((end - Date.parse(validFrom)) / HOUR_MS) * RENEW_SHARE);
  const left = hours < 48 ? `${Math.round(hours)} h` : `${Math.floor(hours / 24)} days`;
  return hours >= renewed
    ? good(`the certificate is valid for ${left}`)
    : bad(`the certificate expires in ${left}: renew it; the new file is read automatically`);
}

/**
 * Returns a part of the digest that is enough to distinguish two secrets. Secrets have 32 random bytes, so this part
 * reveals nothing.
 */
const fingerprint = (secret: string): string =>
  createHash('sha256').update(`doctor ${secret}`).digest('hex').slice(0, 12);
