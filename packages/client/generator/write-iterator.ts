import { type Operation, type Parameter, referenceOf, type Schema } from './open-api';
import { typeOf } from './type-of';
import { answerOf } from './write-types';

/**
 * Writes a method that goes through the whole list of an operation, such as `eachOrder` for `listOrders`. If the
 * operation has a cursor, the method uses the cursor: records that are added meanwhile cause no repeated and no missing
 * records. Otherwise the method uses pages.
 */
export function eachRecord(operation: Operation, schemas: Readonly<Record<string, Schema>>): string {
  const { operationId } = operation;
  const records = /^list(\w+)s$/.exec(operationId)?.[1]?.replace(/ie$/, 'y');
  const answer = resolved(answerOf(operation), schemas);
  const list = answer.properties?.result;
  const names = operation.parameters.flatMap((parameter) => ('name' in parameter ? [parameter.name] : []));
  const place = ['cursor', 'page'].find((name) => names.includes(name));
  if (records === undefined || list?.type !== 'array' || place === undefined) return '';
  const query = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
  const rows = names.includes('pageSize') ? `pageSize: ${largestPage(operation)}, ` : '';
  const omitted = names.filter((name) => name === 'cursor' || name === 'page').map((name) => `'${name}'`);
  const walk = place === 'cursor' ? 'eachByCursor' : 'eachByPage';
  return `
/** Goes through every record of \`${operationId}\`, fetching as it goes; \`break\` ends it. */
each${records}(
  query: Omit<${query}, ${omitted.join(' | ')}> = {},
  options: CallOptions = {},
): AsyncGenerator<${typeOf(list.items ?? {})}, void, undefined> {
  return ${walk}((${place}) => this.${operationId}({ ${rows}...query, ${place} }, options));
}
`;
}

const resolved = (schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema =>
  schemas[referenceOf(schema) ?? ''] ?? schema;

/** Returns the maximum page size of the operation, because large pages need fewer requests for a long list. */
function largestPage({ parameters }: Operation): number {
  const size = parameters.find(
    (parameter): parameter is Parameter => 'name' in parameter && parameter.name === 'pageSize',
  );
  return (size?.schema as { maximum?: number } | undefined)?.maximum ?? 100;
}
