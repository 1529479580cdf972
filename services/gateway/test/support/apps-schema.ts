import schemas from '@modelcontextprotocol/ext-apps/schema.json';
import Ajv2020 from 'ajv/dist/2020';

type Name = keyof typeof schemas.$defs;

/** Returns what is wrong with a value by the published schema of MCP Apps. */
export function appsProblems(name: Name, value: unknown): string[] {
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schemas.$defs[name]);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
