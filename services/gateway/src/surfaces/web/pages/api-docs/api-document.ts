/** The parts of an OpenAPI document that the page shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: Schema; readonly example?: unknown } };
}

export interface Answer extends Content {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface ApiDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** An operation with its method and path. */
export interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}
