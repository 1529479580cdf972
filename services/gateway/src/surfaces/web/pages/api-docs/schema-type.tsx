import type { ComponentChildren } from 'preact';
import type { Schema } from './api-document';

/** What a value is, in a few words; named shapes are links to their own card. */
export function SchemaType({ schema }: { schema: Schema }): ComponentChildren {
  const { $ref, anyOf, items, type, enum: choices } = schema;
  if ($ref) {
    const name = $ref.split('/').at(-1) as string;
    return <a href={`#schema-${name}`}>{name}</a>;
  }
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (choices) return `one of ${choices.join(', ')}`;
  if (anyOf) return anyOf.map((each, index) => [index > 0 ? ' or ' : '', <SchemaType schema={each} />]);
  if (items) return ['list of ', <SchemaType schema={items} />, boundsOf(schema)];
  const kinds = [type ?? 'anything'].flat();
  return `${kinds.join(' or ')}${boundsOf(schema)}`;
}

function boundsOf(schema: Schema): string {
  const { minLength, maxLength, minimum, exclusiveMinimum, maximum, maxItems } = schema;
  const bounds = [
    ...(minLength === undefined ? [] : [`at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [`up to ${maximum}`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems}`]),
  ];
  return bounds.length === 0 ? '' : `, ${bounds.join(', ')}`;
}
