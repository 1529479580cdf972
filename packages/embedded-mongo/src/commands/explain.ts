import type { Document } from 'bson';
import { sliced } from '../aggregate/run-stages';
import { EngineError } from '../engine-error';
import type { Plan } from '../query/plan';
import { parseSort } from '../query/sort';
import { countByKeys } from '../query/walk-plan';
import { splitPipeline } from './aggregate';
import { type Command, documentField, numberField } from './command';

/** Says how a command finds its documents, and what that examined; nothing is written. */
export const explain: Command = {
  fields: 'verbosity',
  run: ({ engine, body, database }) => {
    const command = documentField(body, 'explain');
    const { filter, sort, skip, limit, counting } = queryOf(command);
    const namespace = `${database}.${Object.values(command)[0]}`;
    const answer = (
      winningPlan: Document,
      nReturned: number,
      totalKeysExamined: number,
      totalDocsExamined: number,
    ) => ({
      explainVersion: '1',
      command,
      queryPlanner: { namespace, indexFilterSet: false, parsedQuery: filter, winningPlan, rejectedPlans: [] },
      ...(body.verbosity !== 'queryPlanner' && {
        executionStats: {
          executionSuccess: true,
          nReturned,
          executionTimeMillis: 0,
          totalKeysExamined,
          totalDocsExamined,
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
    const found = [...sliced(engine.rows(collection, plan, sort, seen), skip, limit)];
    return answer(stages(plan, filter), found.length, seen.keysExamined, seen.docsExamined);
  },
};

function queryOf(command: Document) {
  const [name] = Object.keys(command);
  const all = {
    filter: {},
    sort: parseSort(undefined),
    skip: 0,
    limit: Number.POSITIVE_INFINITY,
    counting: false,
  };
  const sort = parseSort(documentField(command, 'sort'));
  if (name === 'find') {
    const limit = Math.abs(numberField(command, 'limit', 0)) || all.limit;
    return {
      ...all,
      filter: documentField(command, 'filter'),
      sort,
      skip: numberField(command, 'skip', 0),
      limit,
    };
  }
  if (name === 'aggregate') return { ...all, ...splitPipeline(command.pipeline) };
  if (name === 'count' || name === 'distinct')
    return { ...all, filter: documentField(command, 'query'), counting: name === 'count' };
  if (name === 'findAndModify') return { ...all, filter: documentField(command, 'query'), sort, limit: 1 };
  if (name === 'update' || name === 'delete') {
    const [statement] = command[`${name}s`] as Document[];
    const several = name === 'update' ? statement!.multi === true : Number(statement!.limit) === 0;
    return { ...all, filter: documentField(statement!, 'q'), limit: several ? all.limit : 1 };
  }
  throw new EngineError('CommandNotFound', `Explain failed due to unknown command: ${name}`);
}

function scan({ index, reverse }: Plan): Document {
  const direction = reverse ? 'backward' : 'forward';
  if (!index) return { stage: 'COLLSCAN', direction };
  const { keyPattern, name: indexName, multikey: isMultiKey } = index;
  return { stage: 'IXSCAN', keyPattern, indexName, isMultiKey, direction };
}

function stages(plan: Plan, filter: Document): Document {
  const checked = plan.residual && { filter };
  const walk = plan.merge ? { stage: 'SORT_MERGE', inputStages: [scan(plan)] } : scan(plan);
  const source = plan.index ? { stage: 'FETCH', ...checked, inputStage: walk } : { ...walk, ...checked };
  return plan.sorted ? source : { stage: 'SORT', inputStage: source };
}
