import { createHmac, timingSafeEqual } from 'node:crypto';
import { ChannelCredentials, experimental, type Metadata, ServerCredentials } from '@grpc/grpc-js';
import type { z } from 'zod';
import type { channelSecurityVariables } from '../config';
import type { Logger } from '../logger';
import { type CertificatePaths, watchCertificateFiles } from './certificate-files';

type SecurityConfig = Readonly<z.infer<z.ZodObject<typeof channelSecurityVariables>>>;

export interface PeerContext {
  readonly sslPeerCertificate?: { readonly subjectaltname?: string | undefined };
}

/** Authentication and encryption of calls between services, for both ends. */
export interface ChannelSecurity {
  /** Whether callers must authenticate: with a certificate, with the secret, or with both. */
  readonly authenticates: boolean;
  readonly serverCredentials: ServerCredentials;
  readonly channelCredentials: ChannelCredentials;
  /** Whether callers must sign their name with the secret. */
  readonly asksSecret: boolean;
  /** Adds this program's name to an outgoing call, signed if there is a secret. */
  sign(metadata: Metadata): void;
  /** True when one of our secrets signed the caller's name, or when the name needs no signature. */
  isTrusted(metadata: Metadata): boolean;
  /**
   * The names that a trusted caller has proven: the names of its certificate, or, without certificates, the signed
   * name.
   */
  namesOf(metadata: Metadata, peer: PeerContext): readonly string[];
}

const NAME_KEY = 'x-parcelyard-caller';
const SIGNATURE_KEY = 'x-parcelyard-signature';
const CERTIFICATE_VARIABLES = ['GRPC_TLS_CERT_FILE', 'GRPC_TLS_KEY_FILE', 'GRPC_TLS_CA_FILE'] as const;

/**
 * Mutual TLS if certificates are configured, and a shared secret if one is configured. With both, a caller needs both.
 * All programs share the secret, so only certificates prevent a program from using another program's name.
 * @param name this program's name, as in its certificate
 * @param config when absent, calls are plain text and a caller's name is trusted, as on loopback
 * @throws Error that names the variable that is missing or whose file is unusable
 */
export function createChannelSecurity(
  name: string,
  config: SecurityConfig = { GRPC_SHARED_SECRET: [] },
  logger?: Logger,
): ChannelSecurity {
  const paths = certificatePaths(config);
  const files = paths && watchCertificateFiles(paths, () => logger);
  const secrets = config.GRPC_SHARED_SECRET;
  const [signature] = secrets.map((secret) => signatureOf(name, secret).toString('base64url'));
  return {
    authenticates: files !== undefined || signature !== undefined,
    serverCredentials: files
      ? experimental.createCertificateProviderServerCredentials(files, files, true)
      : ServerCredentials.createInsecure(),
    channelCredentials: files
      ? experimental.createCertificateProviderChannelCredentials(files, files)
      : ChannelCredentials.createInsecure(),
    asksSecret: signature !== undefined,
    sign: (metadata) => {
      metadata.set(NAME_KEY, name);
      if (signature !== undefined) metadata.set(SIGNATURE_KEY, signature);
    },
    isTrusted: (metadata) => {
      if (secrets.length === 0) return true;
      const claimed = claimedName(metadata);
      const shown = Buffer.from(String(metadata.get(SIGNATURE_KEY)[0] ?? ''), 'base64url');
      // Compares every secret, so that the duration does not reveal which one matches.
      return secrets.map((secret) => isEqual(signatureOf(claimed, secret), shown)).includes(true);
    },
    namesOf: (metadata, { sslPeerCertificate }) =>
      files ? certifiedNames(sslPeerCertificate?.subjectaltname) : [claimedName(metadata)],
  };
}

/** @throws Error when a listener beyond loopback would accept calls without authentication */
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
  if (first)
    throw new Error(`Bad configuration. ${first}: is required together with the other certificate files`);
  return config as CertificatePaths;
}

/** Whether only programs on the same machine can reach this `host:port`. */
export function isLoopback(listen: string): boolean {
  const host = listen.slice(0, listen.lastIndexOf(':')).replace(/^\[(.*)\]$/, '$1');
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

const claimedName = (metadata: Metadata): string => String(metadata.get(NAME_KEY)[0] ?? '');

const signatureOf = (name: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`parcelyard caller ${name}`).digest();

const isEqual = (signature: Buffer, shown: Buffer): boolean =>
  signature.length === shown.length && timingSafeEqual(signature, shown);

/** Returns the DNS names in a certificate's text such as `DNS:orders, DNS:orders.example`. */
const certifiedNames = (subjectAltName = ''): string[] =>
  subjectAltName
    .split(', ')
    .flatMap((entry) => (entry.startsWith('DNS:') ? [entry.slice('DNS:'.length)] : []));
