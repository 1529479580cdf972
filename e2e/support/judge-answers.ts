import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { RestAnswer } from './rest-client';

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly $ref?: string;
}

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: { readonly 'application/json': { readonly schema: Shape } };
  readonly 'x-codes'?: readonly string[];
}

/** The document with which an answer is compared. */
export interface AnswersDocument {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { responses: Readonly<Record<string, Response>> }>>>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Shape>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, { required?: boolean }>>;
  };
}

export interface AnswerJudge {
  /**
   * Returns a sentence for each difference between an answer and the document, such as a member, header or code that
   * the document does not name.
   */
  faultsOf(operation: { path: string; method: string }, answer: RestAnswer): string[];
  /** Returns the members that a successful answer may have, but that no answer has had so far, such as `Order.id`. */
  unseen(): string[];
}

const ID = 'https://ship.example/openapi.json';

/**
 * Compares real answers with the published document. The comparison uses only the document, none of the product's code.
 */
export function judgeAnswers(document: AnswersDocument): AnswerJudge {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ ...closed(document), $id: ID });
  const validators = new Map<string, ValidateFunction>();
  const seen = new Set<string>();

  const validatorOf = (schema: Shape) => {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', `"${ID}#/components/`);
    const known = validators.get(text) ?? ajv.compile(JSON.parse(text));
    validators.set(text, known);
    return known;
  };
  const headerFaults = (documented: Response['headers'] = {}, answer: RestAnswer) =>
    Object.entries(document.components.headers).flatMap(([name, { required }]) => {
      if (answer.headers.has(name) && !(name in documented)) return [`${name} is not documented`];
      return required && !answer.headers.has(name) ? [`${name} is missing`] : [];
    });

  return {
    faultsOf({ path, method }, answer) {
      const found = document.paths[path]?.[method]?.responses[answer.status];
      if (!found) return [`status ${answer.status} is not documented`];
      const response = found.$ref ? (document.components.responses[nameIn(found.$ref)] as Response) : found;
      const faults = headerFaults(response.headers, answer);
      const schema = response.content?.['application/json'].schema;
      if (!schema) return faults;
      if (answer.status < 300) noteMembers(document, schema, answer.body, seen);
      const validate = validatorOf(schema);
      if (!validate(answer.body)) faults.push(ajv.errorsText(validate.errors));
      const code = answer.body?.code;
      if (answer.status >= 400 && !response['x-codes']?.includes(code))
        faults.push(`code ${code} is not documented`);
      return faults;
    },
    unseen: () => [...answeredMembers(document)].filter((member) => !seen.has(member)),
  };
}

const nameIn = (reference: string) => reference.split('/').at(-1) as string;

/** Returns a stricter schema, in which a member that the document does not name counts as a fault. */
const closed = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_key, each) =>
    each?.type === 'object' && each.properties ? { ...each, additionalProperties: false } : each,
  );

/** Records which members of the document's schemas a real answer has, such as `Order.id`. */
function noteMembers(document: AnswersDocument, shape: Shape, value: unknown, seen: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { name, properties = {}, items, anyOf = [] } = resolved(document, shape);
  for (const option of anyOf) noteMembers(document, option, value, seen);
  for (const one of Array.isArray(value) && items ? value : [])
    noteMembers(document, items as Shape, one, seen);
  for (const [member, inner] of Object.entries(properties)) {
    if (!(member in value)) continue;
    seen.add(`${name}.${member}`);
    noteMembers(document, inner, value[member as never], seen);
  }
}

/** Returns every member of every shape that a successful answer may have. */
function answeredMembers(document: AnswersDocument): Set<string> {
  const members = new Set<string>();
  const walk = (shape: Shape) => {
    const { name, properties = {}, items, anyOf = [] } = resolved(document, shape);
    for (const inner of [...(items ? [items] : []), ...anyOf]) walk(inner);
    for (const [member, inner] of Object.entries(properties)) {
      members.add(`${name}.${member}`);
      walk(inner);
    }
  };
  for (const { responses } of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    for (const [status, { content }] of Object.entries(responses))
      if (status.startsWith('2') && content) walk(content['application/json'].schema);
  return members;
}

const resolved = ({ components }: AnswersDocument, shape: Shape): Shape & { name?: string } =>
  shape.$ref ? { ...components.schemas[nameIn(shape.$ref)], name: nameIn(shape.$ref) } : shape;
