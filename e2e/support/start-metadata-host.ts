import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '@parcelyard/testing/create-authority';

export interface MetadataHost {
  /** `localhost:<port>`, as in the stack's settings. */
  readonly host: string;
  /** The authority that issued the host's certificate. */
  readonly caFile: string;
  /** Publishes a document, and returns its client id. */
  publish(path: string, document: (clientId: string) => object): string;
  redirect(path: string, to: string): string;
  requests(path: string): number;
  close(): Promise<void>;
}

/** Starts an https server with its own authority, where apps publish their metadata. */
export async function startMetadataHost(): Promise<MetadataHost> {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard-metadata-'));
  const files = createAuthority().issue('localhost', folder);
  const answers = new Map<string, { status: number; headers: Record<string, string>; body: string }>();
  const seen: string[] = [];
  const server = createServer(
    { key: readFileSync(files.GRPC_TLS_KEY_FILE), cert: readFileSync(files.GRPC_TLS_CERT_FILE) },
    (request, response) => {
      const path = request.url ?? '';
      seen.push(path);
      const { status, headers, body } = answers.get(path) ?? { status: 404, headers: {}, body: '' };
      response.writeHead(status, headers).end(body);
    },
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    host,
    caFile: files.GRPC_TLS_CA_FILE,
    publish: (path, document) => {
      const clientId = `https://${host}${path}`;
      const headers = { 'content-type': 'application/json' };
      answers.set(path, { status: 200, headers, body: JSON.stringify(document(clientId)) });
      return clientId;
    },
    redirect: (path, location) => {
      answers.set(path, { status: 302, headers: { location }, body: '' });
      return `https://${host}${path}`;
    },
    requests: (path) => seen.filter((one) => one === path).length,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
