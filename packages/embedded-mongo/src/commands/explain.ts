import type { Document } from 'bson';
import { EngineError } from '../engine-error';
import type { Plan } from '../query/plan';
import { parseSort } from '../query/sort';
import { countByKeys } from '../query/walk-plan';
import { readPipeline } from './aggregate';
import { type Command, documentField, numberField } from './command';
import { sliced } from './find';

/** Reports how a command finds its documents and what it examined. Writes nothing. */
export const explain: Command = {
  fields: 'verbosity',
  run: ({ engine, body, database }) => {
    const command = documentField(body, 'explain');
    const { filter = {}, sort: order, skip = 0, limit = 0, counting } = queryOf(command);
    const sort = parseSort(order);
    const namespace = `${database}.${Object.values(command)[0]}`;
    const answer = (winningPlan: Document, nReturned: number, keys: number, documents: number) => ({
      explainVersion: '1',
      command,
      queryPlanner: { namespace, indexFilterSet: false, parsedQuery: filter, winningPlan, rejectedPlans: [] },
      ...(body.verbosity !== 'queryPlanner' && {
        executionStats: {
          executionSuccess: true,
          nReturned,
          executionTimeMillis: 0,
          totalKeysExamined: keys,
          totalDocsExamined: documents,
        },
      }),
      ok: 1,
    });
    const collection = engine.catalog.get(namespace);
    if (!collection) return answer({ stage: 'EOF' }, 0, 0, 0);
    const plan = engine.plan(collection, filter, sort);
    const count = counting ? countByKeys(engine.storage, collection, plan) : undefined;
    if (count !== undefined) {
      const stage = plan.index ? 'COUNT_SCAN' : 'RECORD_STORE_FAST_COUNT';
      return answer({ stage: 'COUNT', inputStage: { ...scan(plan), stage } }, count, count, 0);
    }
    const seen = { keysExamined: 0, docsExamined: 0 };
    const rows = engine.rows(collection, plan, sort, seen);
    const found = [...sliced(rows, skip, Math.abs(limit) || Number.POSITIVE_INFINITY)];
    return answer(stages(plan, filter), found.length, seen.keysExamined, seen.docsExamined);
  },
};

interface Query {
  filter?: Document;
  sort?: Document;
  skip?: number;
  limit?: number;
  counting?: boolean;
}

function queryOf(command: Document): Query {
  const [name] = Object.keys(command);
  const sort = documentField(command, 'sort');
  switch (name) {
    case 'find': {
      const [skip, limit] = [numberField(command, 'skip', 0), numberField(command, 'limit', 0)];
      return { filter: documentField(command, 'filter'), sort, skip, limit };
    }
    case 'aggregate': {
      const { filter, group } = readPipeline(command.pipeline);
      return { filter, counting: group !== undefined };
    }
    case 'findAndModify':
      return { filter: documentField(command, 'query'), sort, limit: 1 };
    case 'update':
      return { filter: command.updates[0].q, limit: command.updates[0].multi ? 0 : 1 };
    case 'delete':
      return { filter: command.deletes[0].q, limit: command.deletes[0].limit };
    default:
      throw new EngineError('CommandNotFound', `Explain failed due to unknown command: ${name}`);
  }
}

function scan({ index, reverse }: Plan): Document {
  const direction = reverse ? 'backward' : 'forward';
  if (!index) return { stage: 'COLLSCAN', direction };
  const { keyPattern, name: indexName, multikey: isMultiKey } = index;
  return { stage: 'IXSCAN', keyPattern, indexName, isMultiKey, direction };
}

function stages(plan: Plan, filter: Document): Document {
  const checked = plan.residual && { filter };
  const walk = scan(plan);
  const source = plan.index ? { stage: 'FETCH', ...checked, inputStage: walk } : { ...walk, ...checked };
  return plan.sorted ? source : { stage: 'SORT', inputStage: source };
}
