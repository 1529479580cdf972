import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { connectBus } from '@parcelyard/events/connect-bus';
import type { NatsVariables } from '@parcelyard/service-kit/config';
import { createLogger } from '@parcelyard/service-kit/logger';
import { startNatsServer } from '@parcelyard/testing/start-nats-server';
import type { Judge } from '../judge';
import type { Workshop } from '../workshop';

const VERSION = '2.15.2';

/** A program that uses NATS's official library to create an operator, an account and a user. */
const JWT_MAKER = `
package main

import (
	"fmt"
	"os"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nkeys"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func name(key nkeys.KeyPair) string { return must(key.PublicKey()) }

func write(file string, text []byte) {
	if err := os.WriteFile(file, text, 0o600); err != nil {
		panic(err)
	}
}

func main() {
	operator, account, system := must(nkeys.CreateOperator()), must(nkeys.CreateAccount()), must(nkeys.CreateAccount())
	user, other := must(nkeys.CreateUser()), must(nkeys.CreateUser())
	claims := jwt.NewAccountClaims(name(account))
	claims.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	accountJWT := must(claims.Encode(operator))
	systemJWT := must(jwt.NewAccountClaims(name(system)).Encode(operator))
	operatorClaims := jwt.NewOperatorClaims(name(operator))
	operatorClaims.SystemAccount = name(system)
	userJWT := must(jwt.NewUserClaims(name(user)).Encode(account))
	write("user.creds", must(jwt.FormatUserConfig(userJWT, must(user.Seed()))))
	write("user.jwt", []byte(userJWT))
	write("user.seed", must(user.Seed()))
	write("other.seed", must(other.Seed()))
	write("server.conf", []byte(fmt.Sprintf(
		"operator: %s\\nsystem_account: %s\\nresolver: MEMORY\\nresolver_preload: { %s: %s, %s: %s }\\n",
		must(operatorClaims.Encode(operator)), name(system), name(account), accountJWT, name(system), systemJWT)))
}
`;

const GO_MOD = `module jwtmaker

go 1.24

require (
	github.com/nats-io/jwt/v2 v2.8.3
	github.com/nats-io/nkeys v0.4.17
)
`;

const TESTS = ['nats-cluster', 'nats-sign-in', 'jetstream-faults', 'bus-contract'];

export const natsServer: Judge = {
  name: 'nats-server',
  proves:
    'The tests of the event bus pass on a newer server, also in a cluster of three, and the bus signs in with JWTs of the official library.',
  needs: ['go'],
  async judge(workshop) {
    const program = await workshop.go(`github.com/nats-io/nats-server/v2@v${VERSION}`);
    const tested = await runTests(workshop, program);
    const signedIn = await signIn(workshop, program);
    return {
      version: VERSION,
      checked: tested.checked + signedIn.checked,
      faults: [...tested.faults, ...signedIn.faults],
    };
  },
};

/** Runs the project's own tests of the bus, which use the first server on PATH. */
async function runTests(workshop: Workshop, program: string) {
  const files = TESTS.map((name) => `packages/events/test/${name}.test.ts`);
  const jest = join(process.cwd(), 'node_modules/jest/bin/jest.js');
  const { stdout } = await workshop.attempt(process.execPath, [jest, '--json', '--maxWorkers=1', ...files], {
    folder: process.cwd(),
    environment: { PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}` },
    timeout: 400_000,
  });
  const { testResults } = JSON.parse(stdout) as {
    testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[];
  };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    checked: tests.length,
    faults: [
      ...testResults
        .filter(({ assertionResults }) => assertionResults.length === 0)
        .map(({ message }) => message.slice(0, 500)),
      ...tests
        .filter(({ status }) => status !== 'passed')
        .map(({ fullName }) => `${fullName}: fails on ${VERSION}`),
    ],
  };
}

async function signIn(workshop: Workshop, program: string) {
  const folder = join(workshop.folder, 'jwt');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), GO_MOD);
  writeFileSync(join(folder, 'main.go'), JWT_MAKER);
  await workshop.run('go', ['run', '.'], { folder, environment: { GOFLAGS: '-mod=mod' } });
  const text = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
  const server = await startNatsServer({ program, flags: ['--config', join(folder, 'server.conf')] });
  const outcome = async (nats: NatsVariables): Promise<string> => {
    try {
      const bus = await connectBus({
        natsUrl: server.url,
        nats: { DEPLOYMENT_NAME: 'proof', ...nats },
        logger: createLogger('proof', 'silent'),
      });
      const event = { eventId: 'proof:1', type: 'proof.done', accountId: 1, occurredAt: new Date() };
      await bus.publish({ ...event, payload: new Uint8Array() }).finally(bus.close);
      return 'published';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const cases: [string, NatsVariables, string][] = [
    ['a credentials file', { NATS_CREDENTIALS_FILE: join(folder, 'user.creds') }, 'published'],
    ['JWT and seed', { NATS_JWT: text('user.jwt'), NATS_NKEY: text('user.seed') }, 'published'],
    [
      "a JWT with another user's seed",
      { NATS_JWT: text('user.jwt'), NATS_NKEY: text('other.seed') },
      'Bad configuration. NATS_JWT, NATS_NKEY: the servers refuse it',
    ],
  ];
  const faults: string[] = [];
  try {
    for (const [what, nats, expected] of cases) {
      const found = await outcome(nats);
      if (found !== expected) faults.push(`${what}: "${found}" instead of "${expected}"`);
    }
  } finally {
    await server.stop();
  }
  return { checked: cases.length, faults };
}
