import type { Document } from 'bson';
import { compileStage } from '../aggregate/document-stages';
import { isDocument, setField } from '../bson-values';
import { EngineError } from '../engine-error';

const ALLOWED = new Set(['$set', '$addFields', '$unset', '$project']);

/** Compiles an update pipeline into a function of the document and of its copy for expressions. */
export function compilePipeline(pipeline: unknown[]): (document: Document, promoted: Document) => Document {
  const stages = pipeline.map((stage) => {
    const [name] = isDocument(stage) ? Object.keys(stage) : [];
    if (!name || !ALLOWED.has(name))
      throw new EngineError('InvalidOptions', `${String(name)} is not allowed to be used within an update`);
    return compileStage(name, (stage as Document)[name])!;
  });
  return (document, promoted) => {
    const result = stages.reduce((value, stage) => stage(value), promoted);
    // What no stage touched keeps its exact type: expressions see a 64-bit integer as a JavaScript number.
    const exact: Document = {};
    for (const key of Object.keys(result))
      setField(
        exact,
        key,
        result[key] === promoted[key] && Object.hasOwn(document, key) ? document[key] : result[key],
      );
    return exact;
  };
}
