import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { loadConfig } from '@parcelyard/service-kit/config';
import { parse } from 'yaml';
import { readCallGraph, readServiceTable } from '../src/service-table';
import { serviceShape } from '../src/service-variables';
import { chart, root } from './support/helm';
import { SERVICES } from './support/manifest';

interface ComposeService {
  readonly image: string;
  readonly build?: { args: { SERVICE: string } };
  readonly environment: Readonly<Record<string, string | number>>;
  readonly env_file: readonly string[];
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly healthcheck: { test?: readonly string[] };
}

const { services } = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Readonly<Record<string, ComposeService>>;
};
const table = readServiceTable(chart);
const of = (name: string): ComposeService => {
  const found = services[name];
  if (!found) throw new Error(`compose.yaml has no ${name}.`);
  return found;
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parcelyard-compose-'));
  makeSecrets();
});
afterAll(() => rmSync(folder, { recursive: true }));

const makeSecrets = () =>
  execFileSync(join(root, 'scripts/create-compose-secrets.sh'), {
    env: { ...process.env, COMPOSE_FOLDER: folder },
    encoding: 'utf8',
  });

/**
 * Reads a file that the script creates. `path` is the file's path in a checkout, where the script writes to `compose/`.
 */
const made = (path: string) => readFileSync(join(folder, path.replace(/^compose\//, '')), 'utf8');

const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

describe('compose.yaml', () => {
  it('runs every service from the image that it builds', () => {
    const built = Object.entries(services).filter(([, { build }]) => build);
    expect(built.map(([name, { build }]) => [name, build?.args.SERVICE]).sort()).toEqual(
      [...SERVICES].map((name) => [name, name]).sort(),
    );
    for (const name of SERVICES) expect(of(name).image).toContain(`-${name}:`);
  });

  it.each(SERVICES)('%s starts with its environment', (name) => {
    const given = Object.assign({}, ...of(name).env_file.map((path) => variablesOf(made(path))));
    const plain = Object.entries(of(name).environment).map(([key, value]) => [key, String(value)]);
    const config = () => loadConfig(serviceShape(name), { ...Object.fromEntries(plain), ...given });
    expect(config).not.toThrow();
  });

  it.each(SERVICES)('%s has the addresses of the services that it calls', (name) => {
    const addresses = (table.get(name)?.calls ?? []).map((callee) => [
      `${callee.toUpperCase().replaceAll('-', '_')}_ADDRESS`,
      `dns:///${callee}:50051`,
    ]);
    expect(of(name).environment).toMatchObject(Object.fromEntries(addresses));
  });

  it('gives shipctl the addresses of all services that it may call', () => {
    const callees = Object.keys(readCallGraph(chart).shipctl ?? {});
    for (const callee of callees)
      expect(of('shipctl').environment).toHaveProperty(
        `${callee.toUpperCase().replaceAll('-', '_')}_ADDRESS`,
      );
  });

  it('publishes only the gateway, and only on loopback by default', () => {
    const published = Object.entries(services).flatMap(([name, { ports }]) =>
      ports ? [[name, ...ports]] : [],
    );
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose's own variable.
    expect(published).toEqual([['gateway', '${PUBLISH:-127.0.0.1:8080}:8080']]);
  });

  it('gives internet access only to the services that need it', () => {
    const needing = SERVICES.filter((name) => table.get(name)?.internet.length);
    const connected = Object.keys(services).filter((name) => of(name).networks.includes('outside'));
    expect(connected.sort()).toEqual([...needing].sort());
  });

  it('restricts services like the chart', () => {
    for (const name of [...SERVICES, 'shipctl']) {
      expect(of(name)).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    }
  });

  it('has a health check for each service', () => {
    const lasting = Object.keys(services).filter((name) => !['shipctl', 'mongodb-users'].includes(name));
    for (const name of lasting) expect(of(name).healthcheck.test?.[0]).toBe('CMD');
  });

  it('has the same databases as the chart', () => {
    const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'));
    expect(of('mongodb').image).toBe(values.mongodb.development.image);
    expect(of('nats').image).toBe(values.nats.development.image);
  });
});

describe('create-compose-secrets.sh', () => {
  it('creates every key that a service needs to start', () => {
    for (const [name, { secrets }] of table) {
      const needed = Object.keys(secrets).filter((key) => secrets[key]?.required);
      if (needed.length > 0)
        expect(Object.keys(variablesOf(made(`secrets/${name}.env`)))).toEqual(expect.arrayContaining(needed));
    }
  });

  it('lets only the owner read them', () => {
    const open = readdirSync(join(folder, 'secrets')).filter(
      (name) => statSync(join(folder, 'secrets', name)).mode & 0o077,
    );
    expect(open).toEqual([]);
  });

  it('never changes existing keys', () => {
    const before = made('secrets/orders.env');
    expect(makeSecrets()).toContain('Nothing was changed');
    expect(made('secrets/orders.env')).toBe(before);
  });

  it('adds the files and keys that a newer version needs, and changes nothing else', () => {
    const files = readdirSync(join(folder, 'secrets')).toSorted();
    const before = new Map(files.map((name) => [name, made(`secrets/${name}`)]));
    // As an older version left them; an editor has removed the end of the last line.
    rmSync(join(folder, 'secrets/gateway.env'));
    const old = (before.get('orders.env') as string).replace(/^(WEBHOOK_KEYS|NATS_URL)=.*\n/gm, '').trimEnd();
    writeFileSync(join(folder, 'secrets/orders.env'), old);

    const output = makeSecrets();
    expect(output).toContain('WEBHOOK_KEYS (orders.env)');
    expect(readdirSync(join(folder, 'secrets')).toSorted()).toEqual(files);
    const orders = made('secrets/orders.env');
    expect(orders.startsWith(`${old}\n`)).toBe(true);
    const { WEBHOOK_KEYS, NATS_URL } = variablesOf(orders);
    expect(WEBHOOK_KEYS).toMatch(/^k1:[\w-]{43}$/);
    expect(NATS_URL).toBe(variablesOf(before.get('orders.env') as string).NATS_URL);
    for (const name of files.filter((name) => !['gateway.env', 'orders.env'].includes(name))) {
      expect(made(`secrets/${name}`)).toBe(before.get(name));
    }
  });

  it('keeps a dollar sign of the SMTP password, although Compose replaces variables in these files', () => {
    const other = mkdtempSync(join(tmpdir(), 'parcelyard-compose-'));
    try {
      const env = {
        ...process.env,
        COMPOSE_FOLDER: other,
        SMTP_URL: 'smtps://shop:pa$word@smtp.example:465',
      };
      execFileSync(join(root, 'scripts/create-compose-secrets.sh'), { env });
      const { SMTP_URL = '' } = variablesOf(readFileSync(join(other, 'secrets/customers-email.env'), 'utf8'));
      expect(SMTP_URL).not.toContain('$');
      expect(decodeURIComponent(new URL(SMTP_URL).password)).toBe('pa$word');
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it('gives each service its own database user', () => {
    const uris = [...table]
      .filter(([, { stores }]) => stores.includes('mongodb'))
      .map(([name]) => new URL(variablesOf(made(`secrets/${name}.env`)).MONGODB_URI ?? ''));
    expect(new Set(uris.map(({ username }) => username)).size).toBe(6);
    expect(new Set(uris.map(({ password }) => password)).size).toBe(6);
  });
});

describe('mongodb-users.js', () => {
  const script = readFileSync(join(root, 'compose/mongodb-users.js'), 'utf8');

  /** Simulates a server without data, on which the script runs as in mongosh. */
  function server() {
    const users = new Map<string, { pwd: string; roles: unknown }>();
    const commands: string[] = [];
    let isInitiated = false;
    const answer = (database: string, command: Record<string, unknown>): unknown => {
      const [verb = '', value] = Object.entries(command)[0] ?? [];
      commands.push(verb);
      const user = `${database}.${value}`;
      if (verb === 'replSetGetStatus' && !isInitiated) throw Object.assign(new Error(verb), { code: 94 });
      if (verb === 'replSetInitiate') isInitiated = true;
      if (verb === 'hello') return { isWritablePrimary: isInitiated };
      if (verb === 'usersInfo') return { users: users.has(user) ? [user] : [] };
      if (verb.endsWith('User')) users.set(user, { pwd: String(command.pwd), roles: command.roles });
      return { ok: 1 };
    };
    const getDB = (name: string) => ({
      getName: () => name,
      runCommand: (command: Record<string, unknown>) => answer(name, command),
    });
    const env = {
      ...variablesOf(made('secrets/mongodb.env')),
      ...variablesOf(made('secrets/mongodb-users.env')),
    };
    class Mongo {
      readonly getDB = getDB;
    }
    const run = () => runInNewContext(script, { process: { env }, Mongo, print: () => {}, sleep: () => {} });
    return { users, commands, run };
  }

  it('creates for each service a user of its own database, with the password of its URI', () => {
    const { users, run } = server();
    run();
    for (const [name, { stores }] of table) {
      if (!stores.includes('mongodb')) continue;
      const uri = new URL(variablesOf(made(`secrets/${name}.env`)).MONGODB_URI ?? '');
      const database = uri.searchParams.get('authSource');
      expect(users.get(`${database}.${uri.username}`)).toEqual({
        pwd: uri.password,
        roles: [{ role: 'readWrite', db: loadedDatabase(name) }],
      });
    }
  });

  it('starts the replica set once and keeps its users when it runs again', () => {
    const { users, commands, run } = server();
    run();
    const first = [...users];
    run();
    expect([...users]).toEqual(first);
    expect(commands.filter((command) => command === 'replSetInitiate')).toHaveLength(1);
    expect(commands.filter((command) => command === 'createUser')).toHaveLength(6);
  });
});

/** Returns the database that a service opens by default. */
function loadedDatabase(name: string): unknown {
  const shape = { MONGODB_DB: serviceShape(name).MONGODB_DB } as ReturnType<typeof serviceShape>;
  return (loadConfig(shape, {}) as Record<string, unknown>).MONGODB_DB;
}
