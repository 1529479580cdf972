import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { RunningStack } from './start-stack';

export interface SecondGateway {
  readonly url: string;
  stop(): Promise<void>;
}

const program = join(resolve(__dirname, '../..'), 'dist/gateway.mjs');

/** Starts another gateway process for the services of a running stack, like a second replica. */
export async function startSecondGateway(
  stack: RunningStack,
  environment: Record<string, string> = {},
): Promise<SecondGateway> {
  const { baseUrl, services } = stack.file();
  const addresses = Object.entries(services)
    .filter(([name]) => name !== 'gateway')
    .map(([name, { grpc }]) => [`${name.toUpperCase().replaceAll('-', '_')}_ADDRESS`, grpc]);
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'warn',
      BASE_URL: baseUrl,
      HTTP_LISTEN: '127.0.0.1:0',
      ...Object.fromEntries(addresses),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url: `http://${(JSON.parse(line) as { http: string }).http}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
