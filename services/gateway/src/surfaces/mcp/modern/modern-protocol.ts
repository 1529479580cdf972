import type { ServerResponse } from 'node:http';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { Caller } from '../../../clients/caller';
import { type McpRequest, MISSING_TOOL_NAME, type Protocol, unknownTool } from '../protocol';
import type { Answer } from '../reply';
import { encodeResult, resultEnd } from '../result';
import type { ToolList, ToolLists } from '../tool-list';
import type { ToolRunner } from '../tool-runner';
import { elicitsUrls } from './approval/elicits-urls';
import type { OwnerApprovals } from './approval/owner-approvals';
import { checkRequest, type SupportedVersions } from './check-request';
import { echo, invalidParams, malformed, methodNotFound, type Problem } from './problem';
import { isObject, readRequestMeta } from './request-meta';
import { encodeProblem, toolEncoding } from './results';

interface Dependencies {
  /** The results of `server/discover` as JSON. */
  discovery: Readonly<Record<ConnectionKind, string>>;
  supported: SupportedVersions;
  toolLists: ToolLists;
  runTool: ToolRunner;
  /** Undefined without a key to seal the state of a waiting call; the caller gets the refusal instead. */
  ownerApprovals: OwnerApprovals | undefined;
}

/** Answers requests that declare 2026-07-28. */
export function createModernProtocol(dependencies: Dependencies): Protocol {
  const { supported } = dependencies;
  return {
    answer: async (request, caller, connection, response) => {
      const served =
        checkRequest(request, response.req.headers, supported) ??
        (await serve(request, caller, connection, response, dependencies));
      return isProblem(served) ? encodeProblem(request.id, served) : served;
    },
    malformed: ({ id, code, problem }) => encodeProblem(id, malformed(code, problem)),
  };
}

/** The three methods of the server; the revision has neither handshake nor ping. */
function serve(
  request: McpRequest,
  caller: Caller,
  connection: ConnectionKind,
  response: ServerResponse,
  dependencies: Dependencies,
): Answer | Problem | Promise<Answer | Problem> {
  const tools = dependencies.toolLists[connection];
  switch (request.method) {
    case 'server/discover':
      return encodeResult(request.id, dependencies.discovery[connection]);
    case 'tools/list':
      return { start: tools.answer, end: resultEnd(request.id) };
    case 'tools/call':
      return callTool(request, caller, tools, response, dependencies);
    default:
      return methodNotFound(request.method);
  }
}

async function callTool(
  { id, params }: McpRequest,
  caller: Caller,
  tools: ToolList,
  response: ServerResponse,
  { runTool, ownerApprovals }: Dependencies,
): Promise<Answer | Problem> {
  const { name, arguments: args, requestState, inputResponses } = isObject(params) ? params : {};
  if (typeof name !== 'string' || name === '') return invalidParams(MISSING_TOOL_NAME);
  const tool = tools.find(name);
  if (!tool) return invalidParams(unknownTool(echo(name)));
  if (!ownerApprovals || !elicitsUrls(readRequestMeta(params).capabilities)) {
    return runTool(id, tool, args, caller, toolEncoding);
  }
  const call = { id, caller, tool: name, args, response, requestState, inputResponses };
  const met = await ownerApprovals.meet(call);
  if (!('approvalId' in met)) return met;
  return runTool(id, tool, args, { ...caller, ...met }, ownerApprovals.encoding(call));
}

const isProblem = (served: Answer | Problem): served is Problem => 'code' in served;
