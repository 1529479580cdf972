import { type ZodType, z } from 'zod';

/** The JSON Schema of a tool's arguments as `tools/list` publishes it. */
export function inputSchema(input: ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'output' });
  // A tool without arguments, too, says so in the words that every client reads.
  return { type: 'object', properties: {}, additionalProperties: false, ...schema };
}
