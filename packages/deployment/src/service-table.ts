import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** Variables and the values that they must have. */
const conditionSchema = z.record(z.string(), z.string());

const factsSchema = z.strictObject({
  /** Services whose gRPC servers it calls. */
  calls: z.array(z.string()),
  stores: z.array(z.enum(['mongodb', 'nats'])),
  internet: z.array(
    z.strictObject({
      reason: z.string(),
      when: conditionSchema.optional(),
      ports: z.array(z.number().int()),
    }),
  ),
  secrets: z.record(
    z.string(),
    z.strictObject({
      description: z.string(),
      required: z.boolean().optional(),
      requiredWhen: conditionSchema.optional(),
    }),
  ),
});

export type ServiceFacts = z.infer<typeof factsSchema>;

/** The chart's own table of what each service is: `files/services.yaml`. */
export function readServiceTable(chart: string): ReadonlyMap<string, ServiceFacts> {
  const text = readFileSync(join(chart, 'files/services.yaml'), 'utf8');
  return new Map(Object.entries(z.record(z.string(), factsSchema).parse(parse(text))));
}
