import type { OpenApiDocument } from './open-api';
import { writeOperations } from './write-operations';
import { writeTypes } from './write-types';

const HEADER =
  '// Made from the published document by `npm run client`. Do not edit; after a conflict run it again.\n';

/** Returns the generated files of the client by name, before formatting. The same document gives the same text. */
export function writeClient(document: OpenApiDocument): Readonly<Record<string, string>> {
  const types = writeTypes(document);
  const operations = writeOperations(document);
  const declared = [...types.matchAll(/^export (?:interface|type) (\w+)/gm)].map(
    ([, name]) => name as string,
  );
  const code = operations.replace(/\/\*\*.*?\*\//gs, '');
  const used = declared.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const iterators = ['eachByCursor', 'eachByPage'].filter((name) => operations.includes(`${name}(`));
  return {
    'types.ts': `${HEADER}\n${types}`,
    'operations.ts': `${HEADER}
import { ${iterators.join(', ')} } from '../each-record';
import type { CallOptions, OperationRequest, WriteOptions } from '../request';
import { segment } from '../segment';
import type { ${used.join(', ')} } from './types';

${operations}`,
  };
}
