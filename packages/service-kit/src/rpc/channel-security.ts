import { createHash, timingSafeEqual } from 'node:crypto';
import { ChannelCredentials, experimental, type Metadata, ServerCredentials } from '@grpc/grpc-js';
import type { z } from 'zod';
import type { channelSecurityVariables } from '../config';
import type { Logger } from '../logger';
import { type CertificatePaths, watchCertificateFiles } from './certificate-files';

type SecurityConfig = Readonly<z.infer<z.ZodObject<typeof channelSecurityVariables>>>;

/** What both ends of a call between services need. */
export interface ChannelSecurity {
  /** Callers are authenticated in one way at least. */
  readonly authenticates: boolean;
  readonly serverCredentials: ServerCredentials;
  readonly channelCredentials: ChannelCredentials;
  /** Callers must show a secret. */
  readonly asksSecret: boolean;
  /** Puts the secret on an outgoing call. */
  sign(metadata: Metadata): void;
  /** True when an incoming call carries a secret of ours, or needs none. */
  isTrusted(metadata: Metadata): boolean;
}

const SECRET_KEY = 'x-parcelyard-secret';
const CERTIFICATE_VARIABLES = ['GRPC_TLS_CERT_FILE', 'GRPC_TLS_KEY_FILE', 'GRPC_TLS_CA_FILE'] as const;

/**
 * Mutual TLS when certificates are configured, a shared secret when one is; with both, a caller needs both.
 * @throws Error that names the variable that is missing or whose file is unusable
 */
export function createChannelSecurity(config: SecurityConfig, logger?: Logger): ChannelSecurity {
  const paths = certificatePaths(config);
  const files = paths && watchCertificateFiles(paths, () => logger);
  const [outgoing] = config.GRPC_SHARED_SECRET;
  const accepted = config.GRPC_SHARED_SECRET.map(digest);
  return {
    authenticates: files !== undefined || outgoing !== undefined,
    serverCredentials: files
      ? experimental.createCertificateProviderServerCredentials(files, files, true)
      : ServerCredentials.createInsecure(),
    channelCredentials: files
      ? experimental.createCertificateProviderChannelCredentials(files, files)
      : ChannelCredentials.createInsecure(),
    asksSecret: outgoing !== undefined,
    sign: (metadata) => {
      if (outgoing !== undefined) metadata.set(SECRET_KEY, outgoing);
    },
    isTrusted: (metadata) => {
      if (accepted.length === 0) return true;
      const shown = digest(String(metadata.get(SECRET_KEY)[0] ?? ''));
      // Every secret is compared whatever the others gave, and digests have one length: time tells nothing.
      return accepted.map((secret) => timingSafeEqual(secret, shown)).includes(true);
    },
  };
}

/** @throws Error when a listener that others can reach would take calls from anybody */
export function requireAuthentication(grpcListen: string, { authenticates }: ChannelSecurity): void {
  if (authenticates || isLoopback(grpcListen)) return;
  throw new Error(
    `Bad configuration. GRPC_LISTEN: is not loopback, so callers must be authenticated; set ${CERTIFICATE_VARIABLES.join(', ')}, or GRPC_SHARED_SECRET`,
  );
}

function certificatePaths(config: SecurityConfig): CertificatePaths | undefined {
  const missing = CERTIFICATE_VARIABLES.filter((name) => config[name] === undefined);
  if (missing.length === CERTIFICATE_VARIABLES.length) return undefined;
  const [first] = missing;
  if (first) throw new Error(`Bad configuration. ${first}: is required with the other files of certificates`);
  return config as CertificatePaths;
}

function isLoopback(listen: string): boolean {
  const host = listen.slice(0, listen.lastIndexOf(':')).replace(/^\[(.*)\]$/, '$1');
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
