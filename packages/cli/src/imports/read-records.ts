import { readFileSync } from 'node:fs';
import { UsageError } from '../usage-error';
import { RecordReader } from './record-reader';

/** The records of an import file: a JSON list, or an object that holds it under the given name. */
export function readRecords(file: string, name: string): RecordReader[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  const list = Array.isArray(content) ? content : (content as Record<string, unknown> | null)?.[name];
  if (!Array.isArray(list))
    throw new UsageError(`${file} must hold a list, or an object with a list ${name}.`);
  return list.map((record, index) => RecordReader.of(record, `${name}[${index}]`));
}
