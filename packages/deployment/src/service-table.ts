import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** Names of variables, with the value that each variable must have. */
const conditionSchema = z.record(z.string(), z.string());

const outsideShape = {
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
};
const outsideSchema = z.strictObject(outsideShape);
const factsSchema = z.strictObject({ stores: z.array(z.enum(['mongodb', 'nats'])), ...outsideShape });

/** The servers outside the cluster that a service calls, and the secrets for them. */
export type OutsideFacts = z.infer<typeof outsideSchema>;

export interface ServiceFacts extends z.infer<typeof factsSchema> {
  readonly calls: readonly string[];
}

/**
 * Reads the chart's table of services: `files/services.yaml`, with the additions of sellers (`files/sellers.yaml`) and
 * the calls (`files/calls.yaml`).
 */
export function readServiceTable(
  chart: string,
  sellersYaml = readText(chart, 'sellers.yaml'),
): ReadonlyMap<string, ServiceFacts> {
  const facts = z.record(z.string(), factsSchema).parse(read(chart, 'services.yaml'));
  const sellers = z.record(z.string(), outsideSchema).parse(parse(sellersYaml));
  const graph = readCallGraph(chart);
  return new Map(
    Object.entries(facts).map(([name, own]) => {
      const { internet = [], secrets = {} } = sellers[name] ?? {};
      const outside = {
        internet: [...own.internet, ...internet],
        secrets: { ...own.secrets, ...secrets },
      };
      return [name, { ...own, ...outside, calls: Object.keys(graph[name] ?? {}) }];
    }),
  );
}

/** For each caller, the services that it calls, and for each of these services, the methods that it calls. */
export type CallGraph = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export function readCallGraph(chart: string): CallGraph {
  const methods = z.array(z.string()).min(1);
  return z.record(z.string(), z.record(z.string(), methods)).parse(read(chart, 'calls.yaml'));
}

const readText = (chart: string, file: string): string => readFileSync(join(chart, 'files', file), 'utf8');

const read = (chart: string, file: string): unknown => parse(readText(chart, file));
