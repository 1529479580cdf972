import { jsonSchemaOf, type OpenApiDocument, type Operation, type Parameter, type Schema } from './open-api';
import { comment, membersOf, typeOf } from './type-of';
import { eachRecord } from './write-iterator';
import { answerOf } from './write-types';

const IDEMPOTENCY_KEY = '#/components/parameters/Idempotency-Key';

/** Returns a class with one method for each operation, sorted by name. */
export function writeOperations({ paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
    .sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
  const queries = operations.map(({ operation }) => queryType(operation)).filter((text) => text !== '');
  const methods = operations.map(
    ({ path, method, operation }) =>
      methodOf(path, method, operation) + eachRecord(operation, components.schemas),
  );
  return [
    ...queries,
    '/** Every operation of the API under its operationId. */',
    'export abstract class Operations {',
    'protected abstract send<Answer>(request: OperationRequest, options: CallOptions): Promise<Answer>;',
    '',
    methods.join('\n'),
    '}',
    '',
  ].join('\n');
}

const parametersIn = ({ parameters }: Operation, place: Parameter['in']): Parameter[] =>
  parameters.filter((parameter): parameter is Parameter => 'in' in parameter && parameter.in === place);

const queryName = ({ operationId }: Operation) =>
  `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;

function queryType(operation: Operation): string {
  const parameters = parametersIn(operation, 'query');
  if (parameters.length === 0) return '';
  const schema: Schema = {
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [
        name,
        { ...schema, ...(description && { description }) },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  return `export interface ${queryName(operation)} {\n${membersOf(schema)}}\n`;
}

function methodOf(path: string, method: string, operation: Operation): string {
  const { operationId, summary, description, requestBody, security } = operation;
  const inPath = parametersIn(operation, 'path');
  const inQuery = parametersIn(operation, 'query');
  const body = requestBody && jsonSchemaOf(requestBody);
  const takesKey = operation.parameters.some(
    (parameter) => '$ref' in parameter && parameter.$ref === IDEMPOTENCY_KEY,
  );
  const queryDefault = inQuery.some(({ required }) => required) ? '' : ' = {}';
  const parameters = [
    ...inPath.map(({ name, schema }) => `${name}: ${typeOf(schema)}`),
    ...(body ? [`body: ${typeOf(body)}`] : []),
    ...(inQuery.length > 0 ? [`query: ${queryName(operation)}${queryDefault}`] : []),
    `options: ${takesKey ? 'WriteOptions' : 'CallOptions'} = {}`,
  ];
  const filledIn = path.replace(/\{(\w+)\}/g, (_, name) => `\${segment(${name})}`);
  const request = [
    `method: '${method}'`,
    filledIn === path ? `path: '${path}'` : `path: \`${filledIn}\``,
    ...(inQuery.length > 0 ? ['query: { ...query }'] : []),
    ...(body ? ['body'] : []),
    `access: '${accessOf(security)}'`,
    ...(takesKey ? ['takesKey: true'] : []),
  ];
  return `${comment(`${summary}.`, description)}${operationId}(${parameters.join(', ')}): Promise<${typeOf(answerOf(operation))}> {
  return this.send({ ${request.join(', ')} }, options);
}
`;
}

function accessOf(security: Operation['security']): string {
  const [scheme] = security.flatMap((each) => Object.keys(each));
  if (scheme === undefined) return 'none';
  return scheme === 'partnerKey' ? 'partner key' : 'access token';
}
