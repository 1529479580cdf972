import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import { annotateSpan } from '@parcelyard/service-kit/tracing/traced';
import type { ActivityBeginning, ActivityLog } from '../../clients/activity-log';
import type { Caller } from '../../clients/caller';
import type { ToolClients } from '../../clients/gateway-clients';
import { checkArguments, WrongArgumentType } from '../../tools/arguments/check-arguments';
import { ignoredArguments, refuseUnknownArguments } from '../../tools/arguments/unknown-arguments';
import type { Payload, Tool, ToolContext } from '../../tools/tool';
import type { RequestId } from './message';
import type { ToolEncoding } from './result';
import { describeFailure } from './tool-failure';
import type { ToolMetrics } from './tool-metrics';
import { mcpFailure } from './wording';

interface Dependencies {
  activity: ActivityLog;
  clients: ToolClients;
  clock: Clock;
  logger: Logger;
  metrics: ToolMetrics;
  serviceName: string;
  absolute(path: string): string;
}

/** Runs one tool for one caller. The answer is always a JSON-RPC result. */
export type ToolRunner = (
  id: RequestId,
  tool: Tool,
  given: unknown,
  caller: Caller,
  encoding: ToolEncoding,
) => Promise<Buffer>;

export function createToolRunner({
  activity,
  clients,
  clock,
  logger,
  metrics,
  serviceName,
  absolute,
}: Dependencies): ToolRunner {
  return async (id, tool, given, caller, encoding) => {
    const stop = metrics.start(tool.name);
    const { accountId, requestId } = caller;
    annotateSpan({ 'parcelyard.tool': tool.name, 'parcelyard.account': accountId });
    const sentence: ToolContext['sentence'] = (failure) => mcpFailure(failure, absolute);
    let maySave = false;
    try {
      refuseUnknownArguments(tool, given);
      const args = checkArguments(tool.input, given, tool.problems);
      const run = (touched: ToolContext['touched']) => {
        maySave = savesWith(tool, args);
        const base = { caller, clients, clock, serviceName, absolute };
        return tool.run(args, { ...base, sentence, touched });
      };
      const payload = await activity.record(caller, beginningOf(tool, args), run);
      const answer = encoding.result(id, namingFirst(ignoredArguments(tool, given), payload));
      stop('ok');
      return answer;
    } catch (error) {
      const { message, unexpected } = describeFailure(error, tool.name, maySave, requestId, absolute);
      stop(unexpected && !(error instanceof WrongArgumentType) ? 'failed' : 'refused');
      logFailure(logger, error, unexpected, tool.name, caller);
      return encoding.refusal(id, message, error);
    }
  };
}

/** Adds the ignored arguments, if there are any, as the first member of the answer. */
const namingFirst = (ignored: readonly object[], payload: Payload): Payload =>
  ignored.length === 0 ? payload : { ignored_arguments: ignored, ...payload };

const isConfirmed = (args: unknown): boolean => (args as { confirm?: boolean }).confirm === true;

/** Returns the entry for the activity log. Undefined for a tool without `confirm`, and for a preview. */
const beginningOf = ({ activity }: Tool, args: unknown): ActivityBeginning | undefined =>
  activity && isConfirmed(args) ? { action: activity.action, subject: activity.about(args) } : undefined;

const savesWith = ({ saves }: Tool, args: unknown): boolean =>
  saves === 'always' || (saves === 'when confirmed' && isConfirmed(args));

function logFailure(logger: Logger, error: unknown, unexpected: boolean, tool: string, caller: Caller): void {
  const { accountId } = caller;
  if (error instanceof WrongArgumentType) {
    logger.debug({ tool, accountId, argument: error.path }, 'argument of the wrong type');
  } else if (unexpected) {
    logger.error({ tool, accountId, err: error }, 'tool failed');
  } else {
    logger.debug({ tool, accountId, err: error }, 'tool refused');
  }
}
