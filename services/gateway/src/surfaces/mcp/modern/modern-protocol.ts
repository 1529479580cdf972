import type { Caller } from '../../../clients/caller';
import { type McpRequest, MISSING_TOOL_NAME, type Protocol, unknownTool } from '../protocol';
import type { Answer } from '../reply';
import { encodeResult, resultEnd } from '../result';
import type { ToolList, ToolLists } from '../tool-list';
import type { ToolRunner } from '../tool-runner';
import { checkRequest, type SupportedVersions } from './check-request';
import { echo, invalidParams, malformed, methodNotFound, type Problem } from './problem';
import { isObject } from './request-meta';
import { encodeProblem, toolEncoding } from './results';

interface Dependencies {
  /** The result of `server/discover` as JSON. */
  discovery: string;
  supported: SupportedVersions;
  toolLists: ToolLists;
  runTool: ToolRunner;
}

/** Answers requests that declare 2026-07-28. */
export function createModernProtocol(dependencies: Dependencies): Protocol {
  const { supported, toolLists } = dependencies;
  return {
    answer: async (request, caller, connection, { req }) => {
      const served =
        checkRequest(request, req.headers, supported) ??
        (await serve(request, caller, toolLists[connection], dependencies));
      return isProblem(served) ? encodeProblem(request.id, served) : served;
    },
    malformed: ({ id, code, problem }) => encodeProblem(id, malformed(code, problem)),
  };
}

/** The three methods of the server: the revision has neither handshake nor ping. */
function serve(
  request: McpRequest,
  caller: Caller,
  tools: ToolList,
  { discovery, runTool }: Dependencies,
): Answer | Problem | Promise<Answer | Problem> {
  const { id, method, params } = request;
  switch (method) {
    case 'server/discover':
      return encodeResult(id, discovery);
    case 'tools/list':
      return { start: tools.answer, end: resultEnd(id) };
    case 'tools/call': {
      const call = isObject(params) ? params : {};
      if (typeof call.name !== 'string' || call.name === '') return invalidParams(MISSING_TOOL_NAME);
      const tool = tools.find(call.name);
      if (!tool) return invalidParams(unknownTool(echo(call.name)));
      return runTool(id, tool, call.arguments, caller, toolEncoding);
    }
    default:
      return methodNotFound(method);
  }
}

const isProblem = (served: Answer | Problem): served is Problem => 'code' in served;
