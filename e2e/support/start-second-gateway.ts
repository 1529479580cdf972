import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Stack } from './start-stack';

export interface SecondGateway {
  readonly baseUrl: string;
  /** SIGKILL, as a crash would end it. */
  kill(): Promise<void>;
}

/** Another gateway before the services of a running stack, as a second replica of it. */
export async function startSecondGateway(stack: Stack): Promise<SecondGateway> {
  const { services, baseUrl } = stack.file();
  const addresses = Object.entries(services).flatMap(([name, { grpc }]) =>
    grpc ? [[`${name.toUpperCase().replaceAll('-', '_')}_ADDRESS`, grpc] as const] : [],
  );
  const child = spawn(process.execPath, [join(resolve(__dirname, '../..'), 'dist/gateway.mjs')], {
    env: {
      ...Object.fromEntries(addresses),
      ...{ PATH: process.env.PATH, HTTP_LISTEN: '127.0.0.1:0', LOG_LEVEL: 'warn' },
      ...{ BASE_URL: baseUrl, PARTNER_KEYS: 'local-partner-key' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = await new Promise<{ http: string }>((done, failed) => {
    createInterface({ input: child.stdout }).once('line', (line) => done(JSON.parse(line)));
    child.once('exit', (code) => failed(new Error(`The gateway ended with code ${code}.`)));
  });
  return {
    baseUrl: `http://${ready.http}`,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await ended;
    },
  };
}
