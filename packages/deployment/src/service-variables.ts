import { readFileSync } from 'node:fs';
import { authVariables } from '@parcelyard/auth/config';
import { billingVariables } from '@parcelyard/billing/config';
import { customersEmailVariables } from '@parcelyard/customers-email/config';
import { gatewayVariables } from '@parcelyard/gateway/config';
import { ordersVariables } from '@parcelyard/orders/config';
import { pickupsVariables } from '@parcelyard/pickups/config';
import { shippingVariables } from '@parcelyard/shipping/config';
import { DECLARATIONS } from '@parcelyard/shipping/sellers/declarations';
import { z } from 'zod';

export interface Variable {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The comment in the source, or the schema's description; empty if there is neither. */
  readonly description: string;
  readonly isRequired: boolean;
}

const SHAPES: Readonly<Record<string, z.ZodRawShape>> = {
  gateway: gatewayVariables,
  auth: authVariables,
  orders: ordersVariables,
  shipping: shippingVariables,
  pickups: pickupsVariables,
  'customers-email': customersEmailVariables,
  billing: billingVariables,
};

export function serviceShape(service: string): z.ZodRawShape {
  const shape = SHAPES[service];
  if (!shape) throw new Error(`The configuration of ${service} is unknown.`);
  return shape;
}

/** Returns every variable that a service reads, from its `config.ts`. */
export function serviceVariables(root: string, service: string): Variable[] {
  const sources = [
    `services/${service}/src/config.ts`,
    'packages/service-kit/src/config.ts',
    ...(service === 'shipping' ? DECLARATIONS.map(({ name }) => declarationFile(name)) : []),
  ].map((path) => readFileSync(`${root}/${path}`, 'utf8'));
  return Object.entries(serviceShape(service)).map(([name, type]) => {
    const { description, ...schema } = schemaOf(type as z.ZodType);
    return {
      name,
      schema,
      description: describe(name, sources) || String(description ?? ''),
      isRequired: !z.safeParse(type as z.ZodType, undefined).success,
    };
  });
}

const declarationFile = (seller: string): string => `services/shipping/src/sellers/${seller}/declaration.ts`;

/** Returns the text that a seller's declaration has about one of its variables. */
export const sellerVariableText = (root: string, seller: string, name: string): string =>
  describe(name, [readFileSync(`${root}/${declarationFile(seller)}`, 'utf8')]);

/**
 * Returns the JSON schema of a variable. It also accepts numbers and booleans, because the chart converts them to text.
 */
function schemaOf(type: z.ZodType): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' });
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  return schema;
}

/** Returns the doc comment right above a variable, on one line. */
function describe(name: string, sources: readonly string[]): string {
  for (const source of sources) {
    const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*${name}:`).exec(source)?.[1];
    if (comment) return comment.replace(/\s*\n\s*\*\s*/g, ' ').trim();
  }
  return '';
}
