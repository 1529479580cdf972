import type { Document } from 'bson';
import { sliced } from '../aggregate/run-stages';
import { EngineError } from '../engine-error';
import type { Plan } from '../query/plan';
import { parseSort } from '../query/sort';
import { countByKeys } from '../query/walk-plan';
import { splitPipeline } from './aggregate';
import { type Command, documentField, numberField } from './command';

export const explain: Command = {
  fields: 'verbosity',
  run: ({ engine, body, database }) => {
    const command = documentField(body, 'explain');
    const query = queryOf(command);
    const namespace = `${database}.${Object.values(command)[0]}`;
    const collection = engine.catalog.get(namespace);
    const base = { explainVersion: '1', command, ok: 1 };
    if (!collection) {
      const winningPlan = { stage: 'EOF' };
      return {
        ...base,
        queryPlanner: { namespace, winningPlan, rejectedPlans: [] },
        executionStats: statistics(0, 0, 0, winningPlan),
      };
    }
    const plan = engine.plan(collection, query.filter, query.sort);
    const counted = query.counting ? countByKeys(engine.storage, collection, plan) : undefined;
    const winningPlan =
      counted !== undefined
        ? {
            stage: 'COUNT',
            inputStage: { ...scan(plan), stage: plan.index ? 'COUNT_SCAN' : 'RECORD_STORE_FAST_COUNT' },
          }
        : stages(plan, query.filter);
    const queryPlanner = {
      namespace,
      indexFilterSet: false,
      parsedQuery: query.filter,
      winningPlan,
      rejectedPlans: [],
    };
    if (body.verbosity === 'queryPlanner') return { ...base, queryPlanner };
    if (counted !== undefined)
      return { ...base, queryPlanner, executionStats: statistics(counted, counted, 0, winningPlan) };
    const seen = { keysExamined: 0, docsExamined: 0 };
    const found = [...sliced(engine.rows(collection, plan, query.sort, seen), query.skip, query.limit)];
    return {
      ...base,
      queryPlanner,
      executionStats: statistics(found.length, seen.keysExamined, seen.docsExamined, winningPlan),
    };
  },
};

function queryOf(command: Document) {
  const [name] = Object.keys(command);
  const whole = { sort: parseSort(undefined), skip: 0, limit: Number.POSITIVE_INFINITY, counting: false };
  switch (name) {
    case 'find':
      return {
        ...whole,
        filter: documentField(command, 'filter'),
        sort: parseSort(documentField(command, 'sort')),
        skip: numberField(command, 'skip', 0),
        limit: Math.abs(numberField(command, 'limit', 0)) || Number.POSITIVE_INFINITY,
      };
    case 'aggregate':
      return { ...whole, ...splitPipeline(command.pipeline) };
    case 'count':
      return { ...whole, filter: documentField(command, 'query'), counting: true };
    case 'distinct':
      return { ...whole, filter: documentField(command, 'query') };
    case 'findAndModify':
      return {
        ...whole,
        filter: documentField(command, 'query'),
        sort: parseSort(documentField(command, 'sort')),
        limit: 1,
      };
    case 'update':
    case 'delete': {
      const [statement] = command[`${name}s`] as Document[];
      const all = name === 'update' ? statement!.multi === true : Number(statement!.limit) === 0;
      return { ...whole, filter: documentField(statement!, 'q'), limit: all ? whole.limit : 1 };
    }
    default:
      throw new EngineError('CommandNotFound', `Explain failed due to unknown command: ${name}`);
  }
}

function scan({ index, reverse }: Plan): Document {
  const direction = reverse ? 'backward' : 'forward';
  if (!index) return { stage: 'COLLSCAN', direction };
  return {
    stage: 'IXSCAN',
    keyPattern: index.keyPattern,
    indexName: index.name,
    isMultiKey: index.multikey,
    direction,
  };
}

function stages(plan: Plan, filter: Document): Document {
  const checked = plan.residual && { filter };
  const source = plan.index
    ? {
        stage: 'FETCH',
        ...checked,
        inputStage: plan.merge ? { stage: 'SORT_MERGE', inputStages: [scan(plan)] } : scan(plan),
      }
    : { ...scan(plan), ...checked };
  return plan.sorted ? source : { stage: 'SORT', inputStage: source };
}

function statistics(
  nReturned: number,
  totalKeysExamined: number,
  totalDocsExamined: number,
  executionStages: Document,
): Document {
  return {
    executionSuccess: true,
    nReturned,
    executionTimeMillis: 0,
    totalKeysExamined,
    totalDocsExamined,
    executionStages: { ...executionStages, nReturned },
  };
}
