import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { experimental } from '@grpc/grpc-js';
import type { Logger } from '../logger';

type CertificateProvider = experimental.CertificateProvider;
type CaListener = Parameters<CertificateProvider['addCaCertificateListener']>[0];
type IdentityListener = Parameters<CertificateProvider['addIdentityCertificateListener']>[0];

export interface CertificatePaths {
  GRPC_TLS_CERT_FILE: string;
  GRPC_TLS_KEY_FILE: string;
  GRPC_TLS_CA_FILE: string;
}

export interface CertificateFiles extends CertificateProvider {
  /**
   * Reads the files again now. If the files do not match each other, logs the fault and keeps the last good files in
   * use.
   */
  refresh(): void;
}

/**
 * Milliseconds between two reads of the files. This is often enough, because certificates are renewed hours before they
 * expire.
 */
const REFRESH_MS = 30_000;

/**
 * A certificate, its key and the authority's certificates from mounted files. They are read again while the program
 * runs, so that new connections use a renewed certificate without a restart.
 * @throws Error that names the variables when a file cannot be read or the files do not match
 */
export function watchCertificateFiles(
  paths: CertificatePaths,
  logger: () => Logger | undefined,
): CertificateFiles {
  let latest = read(paths);
  const caListeners = new Set<CaListener>();
  const identityListeners = new Set<IdentityListener>();
  let timer: NodeJS.Timeout | undefined;

  const refresh = () => {
    try {
      const next = read(paths);
      if (isSame(latest, next)) return;
      latest = next;
    } catch (error) {
      logger()?.warn({ err: error }, 'renewed certificates are not usable; the last ones stay');
      return;
    }
    for (const listener of caListeners) listener(latest);
    for (const listener of identityListeners) listener(latest);
    logger()?.info('certificates renewed');
  };
  const watch = () => {
    timer ??= setInterval(refresh, REFRESH_MS).unref();
  };
  const unwatch = () => {
    if (caListeners.size > 0 || identityListeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  // grpc-js does not expect that a listener is called while grpc-js adds it. So a new listener is called in the next
  // tick, as grpc-js's own provider does.
  return {
    refresh,
    addCaCertificateListener: (listener) => {
      caListeners.add(listener);
      watch();
      process.nextTick(() => listener(latest));
    },
    removeCaCertificateListener: (listener) => {
      caListeners.delete(listener);
      unwatch();
    },
    addIdentityCertificateListener: (listener) => {
      identityListeners.add(listener);
      watch();
      process.nextTick(() => listener(latest));
    },
    removeIdentityCertificateListener: (listener) => {
      identityListeners.delete(listener);
      unwatch();
    },
  };
}

interface Certificates {
  certificate: Buffer;
  privateKey: Buffer;
  caCertificate: Buffer;
}

function read(paths: CertificatePaths): Certificates {
  const file = (variable: keyof CertificatePaths) => {
    try {
      return readFileSync(paths[variable]);
    } catch (cause) {
      throw new Error(`Bad configuration. ${variable}: the file cannot be read`, { cause });
    }
  };
  const certificates = {
    certificate: file('GRPC_TLS_CERT_FILE'),
    privateKey: file('GRPC_TLS_KEY_FILE'),
    caCertificate: file('GRPC_TLS_CA_FILE'),
  };
  try {
    const { certificate: cert, privateKey: key, caCertificate: ca } = certificates;
    createSecureContext({ cert, key, ca });
  } catch (cause) {
    const names = Object.keys(paths).join(', ');
    throw new Error(`Bad configuration. ${names}: certificate, key and authority do not match`, {
      cause,
    });
  }
  return certificates;
}

const isSame = (a: Certificates, b: Certificates) =>
  a.certificate.equals(b.certificate) &&
  a.privateKey.equals(b.privateKey) &&
  a.caCertificate.equals(b.caCertificate);
