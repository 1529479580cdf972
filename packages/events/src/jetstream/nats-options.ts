import { readFileSync } from 'node:fs';
import {
  type Authenticator,
  type ConnectionOptions,
  credsAuthenticator,
  jwtAuthenticator,
  nkeyAuthenticator,
  type TlsOptions,
} from '@nats-io/transport-node';
import type { NatsVariables } from '@parcelyard/service-kit/config';
import { parseServers } from './parse-servers';

/**
 * Returns the addresses of the servers, this program's credentials, and the certificates with which this program checks
 * the servers.
 * @throws Error that names the variables which do not fit together, or whose file cannot be read
 */
export function natsOptions(natsUrl: string, nats: NatsVariables): ConnectionOptions {
  const { tls: asked, ...servers } = parseServers(natsUrl);
  const authenticator = authenticatorOf(nats);
  if (authenticator && (servers.user ?? servers.token) !== undefined) {
    throw wrong(
      'NATS_URL',
      'contains a user or a token, but another way to sign in is also configured; set only one',
    );
  }
  const tls = tlsOf(nats) ?? asked;
  return { ...servers, ...(authenticator && { authenticator }), ...(tls && { tls }) };
}

function authenticatorOf(nats: NatsVariables): Authenticator | undefined {
  const { NATS_CREDENTIALS_FILE: file, NATS_NKEY: seed, NATS_JWT: jwt } = nats;
  if (file !== undefined) {
    if (seed !== undefined || jwt !== undefined) {
      throw wrong(
        'NATS_CREDENTIALS_FILE',
        'cannot be combined with NATS_NKEY and NATS_JWT; set only one of the two ways',
      );
    }
    // The credentials are read for every connection, so that renewed credentials need no restart.
    const credentials = () => read('NATS_CREDENTIALS_FILE', file);
    return checked('NATS_CREDENTIALS_FILE', credsAuthenticator(credentials));
  }
  if (seed === undefined) {
    if (jwt !== undefined) throw wrong('NATS_NKEY', 'is required with NATS_JWT');
    return undefined;
  }
  const key = new TextEncoder().encode(seed);
  return checked('NATS_NKEY', jwt === undefined ? nkeyAuthenticator(key) : jwtAuthenticator(jwt, key));
}

/** Tests the credentials as a server would, so that a broken key is found at the start. */
function checked(variable: string, authenticator: Authenticator): Authenticator {
  try {
    authenticator('nonce');
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('Bad configuration')) throw cause;
    throw wrong(variable, 'is not a key of NATS', cause);
  }
  return authenticator;
}

function tlsOf(nats: NatsVariables): TlsOptions | undefined {
  const { NATS_TLS_CA_FILE: caFile, NATS_TLS_CERT_FILE: certFile, NATS_TLS_KEY_FILE: keyFile } = nats;
  if (certFile === undefined && keyFile !== undefined) {
    throw wrong('NATS_TLS_CERT_FILE', 'is required with NATS_TLS_KEY_FILE');
  }
  if (keyFile === undefined && certFile !== undefined) {
    throw wrong('NATS_TLS_KEY_FILE', 'is required with NATS_TLS_CERT_FILE');
  }
  const files = { caFile, certFile, keyFile };
  const given = Object.entries(files).filter(([, path]) => path !== undefined) as [string, string][];
  if (given.length === 0) return undefined;
  const names = { caFile: 'NATS_TLS_CA_FILE', certFile: 'NATS_TLS_CERT_FILE', keyFile: 'NATS_TLS_KEY_FILE' };
  for (const [name, path] of given) read(names[name as keyof typeof names], path);
  return Object.fromEntries(given);
}

function read(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw wrong(variable, 'the file cannot be read', cause);
  }
}

const wrong = (variable: string, rule: string, cause?: unknown): Error =>
  new Error(`Bad configuration. ${variable}: ${rule}`, { cause });
