import type { ServerResponse } from 'node:http';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { Caller } from '../../../clients/caller';
import { type McpRequest, MISSING_TOOL_NAME, type Protocol, unknownTool } from '../protocol';
import type { Answer } from '../reply';
import { encodeResult, resultEnd } from '../result';
import type { ToolList, ToolLists } from '../tool-list';
import type { ToolRunner } from '../tool-runner';
import type { OwnerApprovals } from './approval/owner-approvals';
import { declaresApps } from './apps/declares-apps';
import type { UiResources } from './apps/ui-resources';
import { checkRequest, type SupportedVersions } from './check-request';
import { echo, invalidParams, malformed, methodNotFound, type Problem } from './problem';
import { isObject, readRequestMeta } from './request-meta';
import { encodeProblem, toolEncoding } from './results';

/** What the server offers to a client. It depends on whether the client can show views (small pages inside a chat). */
export interface Offer {
  /** The results of `server/discover` as JSON. */
  discovery: Readonly<Record<ConnectionKind, string>>;
  toolLists: ToolLists;
  resources?: Readonly<Record<ConnectionKind, UiResources>>;
}

interface Dependencies {
  offer: Offer;
  /** For clients that can show views; undefined when the operator has turned views off. */
  offerWithApps: Offer | undefined;
  supported: SupportedVersions;
  runTool: ToolRunner;
  /**
   * Undefined when the operator has set no key for waiting calls. A purchase that needs the owner's approval is then
   * refused.
   */
  ownerApprovals: OwnerApprovals | undefined;
}

/** Answers requests of the protocol version 2026-07-28. */
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

/** Serves a message. This version has no handshake and no ping. Clients read views as resources. */
function serve(
  request: McpRequest,
  caller: Caller,
  connection: ConnectionKind,
  response: ServerResponse,
  dependencies: Dependencies,
): Answer | Problem | Promise<Answer | Problem> {
  const offer = offerFor(request, dependencies);
  const tools = offer.toolLists[connection];
  const resources = offer.resources?.[connection];
  switch (request.method) {
    case 'server/discover':
      return encodeResult(request.id, offer.discovery[connection]);
    case 'tools/list':
      return { start: tools.answer, end: resultEnd(request.id) };
    case 'tools/call':
      return callTool(request, caller, tools, response, dependencies);
    case 'resources/list':
      return resources
        ? { start: resources.list, end: resultEnd(request.id) }
        : methodNotFound(request.method);
    case 'resources/read':
      return resources ? readResource(request, resources) : methodNotFound(request.method);
    default:
      return methodNotFound(request.method);
  }
}

const offerFor = ({ params }: McpRequest, { offer, offerWithApps = offer }: Dependencies): Offer =>
  declaresApps(readRequestMeta(params).capabilities) ? offerWithApps : offer;

function readResource({ id, params }: McpRequest, resources: UiResources): Answer | Problem {
  const uri = isObject(params) ? params.uri : undefined;
  if (typeof uri !== 'string' || uri === '') {
    return invalidParams('params.uri is required: the address of the resource to read.');
  }
  const start = resources.read(uri);
  return start
    ? { start, end: resultEnd(id) }
    : invalidParams(
        `The resource '${echo(uri)}' does not exist. Call resources/list to see the available resources.`,
      );
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
  const approvals = await ownerApprovals.meet(call);
  if (!('approvalId' in approvals)) return approvals;
  return runTool(id, tool, args, { ...caller, ...approvals }, ownerApprovals.encoding(call));
}

const isProblem = (served: Answer | Problem): served is Problem => 'code' in served;

/** Returns whether the client can open a page for its user. */
const elicitsUrls = (capabilities: unknown): boolean =>
  isObject(capabilities) && isObject(capabilities.elicitation) && isObject(capabilities.elicitation.url);
