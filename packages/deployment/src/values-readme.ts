import { isMap, isScalar, parseDocument, type YAMLMap } from 'yaml';
import type { ServiceFacts } from './service-table';
import type { Variable } from './service-variables';
import type { SettableVariables } from './settable-variables';

interface Sources {
  /** Text of `values.yaml`; its comments become the table's text. */
  readonly values: string;
  readonly table: ReadonlyMap<string, ServiceFacts>;
  readonly variables: SettableVariables;
}

/**
 * Returns the chart's README: every value, every variable and every key of a Secret, generated from their definitions.
 */
export function valuesReadme({ values, table, variables }: Sources): string {
  const document = parseDocument(values);
  return `${[
    '# Parcelyard on Kubernetes',
    'Written by `npm run chart` from `values.yaml`, `files/services.yaml`, the `config.ts` of each service and the declarations of sellers. Edit these files, not this page. [docs/deploying.md](../../docs/deploying.md) explains installation, upgrades and sizes.',
    '## Values',
    tableOf(['Value', 'Default', ''], rows(document.contents as YAMLMap, '')),
    '## Variables of every service (`config`)',
    variableTable(variables.shared),
    ...[...variables.own].flatMap(([service, own]) => [
      `## ${service}: variables (\`services.${service}.config\`)`,
      own.length > 0 ? variableTable(own) : 'None.',
    ]),
    '## Keys of Secrets (`services.<name>.existingSecret`)',
    'A key ring is `name:base64url of 32 random bytes`. Several keys are separated by commas; the first one is the current key. `node dist/deployment.mjs development-secrets` writes Secrets for development.',
    tableOf(['Service', 'Key', 'Needed', ''], [...table].flatMap(secretRows)),
  ].join('\n\n')}\n`;
}

/**
 * Returns one row for each value with a comment, and for each group of values with a comment, in the order of the file.
 */
function rows(map: YAMLMap, prefix: string): string[][] {
  return map.items.flatMap(({ key, value }, index) => {
    const path = `${prefix}${isScalar(key) ? key.value : key}`;
    // The parser assigns the comment above a map's first key to the map.
    const words = comment(key) || (index === 0 ? comment(map) : '');
    const isGroup = isMap(value) && hasWords(value as YAMLMap);
    const row = words === '' ? [] : [[`\`${path}\``, isGroup ? '' : shown(value), words]];
    return isGroup ? [...row, ...rows(value as YAMLMap, `${path}.`)] : row;
  });
}

function hasWords(map: YAMLMap): boolean {
  return (
    comment(map) !== '' ||
    map.items.some(({ key, value }) => comment(key) !== '' || (isMap(value) && hasWords(value as YAMLMap)))
  );
}

const MAX_DEFAULT_LENGTH = 120;

function shown(value: unknown): string {
  const json = JSON.stringify((value as { toJSON(): unknown } | null)?.toJSON() ?? null);
  return json.length > MAX_DEFAULT_LENGTH ? 'see `values.yaml`' : `\`${json}\``;
}

/** Returns the last paragraph of the comment above a node. */
function comment(node: unknown): string {
  const above = (node as { commentBefore?: string | null } | null)?.commentBefore ?? '';
  const [paragraph = ''] = above.split(/\n\s*\n/).slice(-1);
  return paragraph.replace(/\s+/g, ' ').trim();
}

function variableTable(known: readonly Variable[]): string {
  return tableOf(
    ['Variable', 'Default', 'Rule', ''],
    known.map(({ name, schema, description, isRequired }) => [
      `\`${name}\``,
      isRequired ? 'required' : schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``,
      rule(schema),
      description,
    ]),
  );
}

function rule({ type, enum: choices, minimum, maximum, format }: Record<string, unknown>): string {
  if (Array.isArray(choices)) return choices.map((choice) => `\`${choice}\``).join(', ');
  const bounds = [
    minimum === undefined ? '' : `at least ${minimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
  ].filter((bound) => bound !== '');
  return [format === 'uri' ? 'URL' : String(type ?? 'text'), ...bounds].join(', ');
}

function secretRows([service, { secrets, stores }]: [string, ServiceFacts]): string[][] {
  const own = Object.entries(secrets).map(([key, { required, requiredWhen, description }]) => [
    `\`${key}\``,
    required ? 'always' : requiredWhen ? `when ${condition(requiredWhen)}` : 'no',
    description,
  ]);
  const stored = stores.flatMap((store) =>
    store === 'mongodb'
      ? [
          [
            '`MONGODB_URI`',
            'when `mongodb.external.enabled`',
            'Connection string with the user of the service',
          ],
        ]
      : [
          ['`NATS_URL`', 'when `nats.external.enabled`', 'Server addresses, comma-separated'],
          ['`NATS_NKEY`', '', 'Seed of an NKEY, alone or with its JWT'],
          ['`NATS_JWT`', '', 'JWT of the NKEY'],
        ],
  );
  return [...own, ...stored].map((cells) => [service, ...cells]);
}

const condition = (when: Readonly<Record<string, string>>): string =>
  Object.entries(when)
    .map(([name, value]) => `\`${name}\` names \`${value}\``)
    .join(' and ');

function tableOf(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}
