import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** Variables and their required values. */
const conditionSchema = z.record(z.string(), z.string());

const factsSchema = z.strictObject({
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

export interface ServiceFacts extends z.infer<typeof factsSchema> {
  /** Services whose gRPC servers it calls. */
  readonly calls: readonly string[];
}

/** The chart's table of services: `files/services.yaml`, with their calls from `files/calls.yaml`. */
export function readServiceTable(chart: string): ReadonlyMap<string, ServiceFacts> {
  const facts = z.record(z.string(), factsSchema).parse(read(chart, 'services.yaml'));
  const graph = readCallGraph(chart);
  return new Map(
    Object.entries(facts).map(([name, own]) => [name, { ...own, calls: Object.keys(graph[name] ?? {}) }]),
  );
}

/** Caller, service, methods. */
export type CallGraph = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Who may call what: `files/calls.yaml`. */
export function readCallGraph(chart: string): CallGraph {
  const methods = z.array(z.string()).min(1);
  return z.record(z.string(), z.record(z.string(), methods)).parse(read(chart, 'calls.yaml'));
}

const read = (chart: string, file: string): unknown =>
  parse(readFileSync(join(chart, 'files', file), 'utf8'));
