import type { Document } from 'bson';
import { isDocument } from '../bson-values';
import { EngineError } from '../engine-error';
import { addFields, computedFields } from './computed-fields';
import { compileProjection } from './projection';

/** A stage that turns one document into one; undefined when `name` is none of them. */
export function compileStage(name: string, spec: unknown): ((document: Document) => Document) | undefined {
  switch (name) {
    case '$set':
    case '$addFields': {
      const fields = computedFields(specification(name, spec));
      return (document) => addFields(document, fields);
    }
    case '$project': {
      if (Object.keys(specification(name, spec)).length === 0)
        throw new EngineError('BadValue', '$project must have at least one field');
      return compileProjection(spec as Document);
    }
    case '$unset': {
      const paths = Array.isArray(spec) ? spec : [spec];
      if (!paths.every((path) => typeof path === 'string'))
        throw new EngineError('FailedToParse', '$unset takes a string or an array of strings');
      return compileProjection(Object.fromEntries(paths.map((path) => [path, 0])));
    }
    default:
      return undefined;
  }
}

function specification(name: string, spec: unknown): Document {
  if (!isDocument(spec))
    throw new EngineError('FailedToParse', `${name} specification stage must be an object`);
  return spec;
}
