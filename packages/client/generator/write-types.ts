import { jsonSchemaOf, type OpenApiDocument, type Operation, referenceOf, type Schema } from './open-api';
import { comment, membersOf, typeOf } from './type-of';

/** Types in addition to the inputs and answers of operations: the codes of failures, and the content of a webhook. */
const ALWAYS = ['ErrorCode', 'WebhookEvent'];

/** Returns the document's schemas as types, sorted by name so that two branches rarely change the same lines. */
export function writeTypes({ paths, components }: OpenApiDocument): string {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const answers = new Set(operations.map((operation) => referenceOf(answerOf(operation))));
  const names = reachable([...operations.flatMap(schemasOf), ...ALWAYS.map(component)], components.schemas);
  return [...names]
    .sort()
    .map((name) => declarationOf(name, components.schemas[name] as Schema, answers.has(name)))
    .join('\n');
}

const component = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/**
 * Returns the type of an operation's answer. An operation has one successful answer, or the same answer with two
 * statuses.
 */
export function answerOf({ operationId, responses }: Operation): Schema {
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = jsonSchemaOf(answer);
  if (!schema) throw new Error(`${operationId} has no successful answer in JSON.`);
  return schema;
}

const schemasOf = (operation: Operation): Schema[] => [
  answerOf(operation),
  ...(operation.requestBody ? [jsonSchemaOf(operation.requestBody) ?? {}] : []),
  ...operation.parameters.flatMap((parameter) => ('schema' in parameter ? [parameter.schema] : [])),
];

function reachable(from: readonly Schema[], schemas: Readonly<Record<string, Schema>>): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const name = referenceOf(value);
    if (name !== undefined && !found.has(name) && schemas[name]) {
      found.add(name);
      visit(schemas[name]);
    }
    for (const member of Object.values(value)) visit(member);
  };
  visit(from);
  return found;
}

function declarationOf(name: string, schema: Schema, isAnswer: boolean): string {
  const { description, type, properties } = schema;
  if (type !== 'object' || !properties) {
    return `${comment(description)}export type ${name} = ${typeOf(schema)};\n`;
  }
  // The client throws every failure as an error, so an answer needs no `success`.
  const { success, ...members } = properties;
  const shown = isAnswer && success ? { ...schema, properties: members } : schema;
  const text = membersOf(shown);
  // The document names no member of this type, but may name some later.
  if (text === '') return `${comment(description)}export type ${name} = object;\n`;
  return `${comment(description)}export interface ${name} {\n${text}}\n`;
}
