import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './helm';

type Data = Readonly<Record<string, string>>;

/**
 * A program `kubectl` that knows the commands of `create-development-secrets.sh`. It keeps each Secret as a file, and
 * like an API server it refuses to create a Secret that exists, and merges a patch into the data.
 */
const PROGRAM = `#!/usr/bin/env node
const { appendFileSync, existsSync, readFileSync, readdirSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync(__dirname + '/calls', args.join(' ') + '\\n');
const [verb, kind, ...names] = args.filter((word) => !word.startsWith('--'));
const file = (name) => __dirname + '/' + name + '.json';
const read = (name) => JSON.parse(readFileSync(file(name), 'utf8'));
if (verb === 'get' && kind === 'secrets') {
  const secrets = readdirSync(__dirname).filter((name) => name.endsWith('.json'));
  const items = secrets.map((name) => ({ metadata: { name: name.slice(0, -5) }, data: read(name.slice(0, -5)) }));
  console.log(JSON.stringify({ kind: 'List', items }));
} else if (verb === 'get' && kind === 'secret') {
  if (!existsSync(file(names[0]))) process.exit(1);
} else if (verb === 'create' && kind === 'secret') {
  writeFileSync(file(names[1]), '{}', { flag: 'wx' });
} else if (verb === 'patch') {
  const { stringData } = JSON.parse(readFileSync(0, 'utf8'));
  const added = Object.entries(stringData).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
  writeFileSync(file(names[0]), JSON.stringify({ ...read(names[0]), ...Object.fromEntries(added) }));
}
`;

/** A namespace in which `create-development-secrets.sh` creates Secrets. */
export class KubectlDouble {
  private readonly folder = mkdtempSync(join(tmpdir(), 'parcelyard-kubectl-'));

  constructor() {
    writeFileSync(join(this.folder, 'kubectl'), PROGRAM, { mode: 0o755 });
  }

  run(script: string, environment: Readonly<Record<string, string>> = {}): void {
    execFileSync(join(root, script), {
      env: { ...environment, PATH: `${this.folder}:${process.env.PATH}` },
    });
  }

  calls(): string[] {
    const file = join(this.folder, 'calls');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  }

  /** Returns the data of all Secrets, by name. */
  secrets(): Record<string, Data> {
    const files = readdirSync(this.folder).filter((name) => name.endsWith('.json'));
    return Object.fromEntries(files.map((name) => [name.slice(0, -5), this.read(name)]));
  }

  write(name: string, data: Data): void {
    writeFileSync(join(this.folder, `${name}.json`), JSON.stringify(data));
  }

  delete(name: string): void {
    rmSync(join(this.folder, `${name}.json`));
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }

  private read(file: string): Data {
    return JSON.parse(readFileSync(join(this.folder, file), 'utf8')) as Data;
  }
}
