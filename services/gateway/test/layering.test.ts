import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize, relative, resolve } from 'node:path';

const source = resolve(__dirname, '../src');

/** Which other layers a layer may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  surfaces: ['tools', 'operations', 'clients', 'values'],
  tools: ['operations', 'clients', 'values'],
  operations: ['clients', 'values'],
  clients: [],
  values: ['clients'],
};

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);

const imports = (file: string) =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/from '([^']+)'/g)].map(([, name]) => name as string);

describe('imports run one way: surfaces → tools → operations → clients → contracts', () => {
  it.each(Object.entries(MAY_IMPORT))('%s', (layer, allowed) => {
    const own = files.filter((file) => file.startsWith(`${layer}/`));
    expect(own.length).toBeGreaterThan(0);
    const wrong = own.flatMap((file) =>
      imports(file)
        .filter((name) => name.startsWith('.'))
        .map(
          (name) => normalize(join(relative(source, join(source, file, '..')), name)).split('/')[0] as string,
        )
        .filter((target) => target !== layer && !allowed.includes(target))
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('only clients import the transport to services', () => {
    const wrong = files
      .filter((file) => !file.startsWith('clients/') && file !== 'main.ts')
      .filter((file) => imports(file).some((name) => name.startsWith('@parcelyard/service-kit/rpc/')));
    expect(wrong).toEqual([]);
  });

  it('tools import neither HTTP nor Koa', () => {
    const wrong = files
      .filter((file) => file.startsWith('tools/'))
      .filter((file) => imports(file).some((name) => /^(node:http|koa)$/.test(name)));
    expect(wrong).toEqual([]);
  });
});
