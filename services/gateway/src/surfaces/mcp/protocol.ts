import type { Caller } from '../../clients/caller';
import type { Message, RequestId } from './message';
import { INVALID_PARAMS, METHOD_NOT_FOUND } from './message';
import type { Answer } from './reply';
import { encodeError, encodeResult, resultEnd } from './result';
import type { ConnectionKind, ToolList } from './tool-list';
import type { ToolRunner } from './tool-runner';

export type McpRequest = Extract<Message, { kind: 'request' }>;

interface Dependencies {
  handshake(params: unknown): string;
  toolLists: Readonly<Record<ConnectionKind, ToolList>>;
  runTool: ToolRunner;
}

/** Answers one request of an authorised caller; always with a whole JSON-RPC message. */
export type Protocol = (
  request: McpRequest,
  caller: Caller,
  connection: ConnectionKind,
) => Answer | Promise<Answer>;

/** The four methods of the server. @see specification, "What the service does" */
export function createProtocol({ handshake, toolLists, runTool }: Dependencies): Protocol {
  return (request, caller, connection) => {
    const { id, method, params } = request;
    switch (method) {
      case 'initialize':
        return encodeResult(id, handshake(params));
      case 'ping':
        return encodeResult(id, '{}');
      case 'tools/list':
        return { start: toolLists[connection].answer, end: resultEnd(id) };
      case 'tools/call':
        return callTool(id, params, toolLists[connection], caller, runTool);
      default:
        return encodeError(id, METHOD_NOT_FOUND, `The method '${method}' is not supported.`);
    }
  };
}

function callTool(
  id: RequestId,
  params: unknown,
  tools: ToolList,
  caller: Caller,
  runTool: ToolRunner,
): Buffer | Promise<Buffer> {
  const call = (typeof params === 'object' && params !== null ? params : {}) as Record<string, unknown>;
  const name = call.name;
  if (typeof name !== 'string' || name === '') {
    return encodeError(id, INVALID_PARAMS, 'params.name is required: the name of the tool to call.');
  }
  const tool = tools.find(name);
  if (!tool) {
    return encodeError(
      id,
      INVALID_PARAMS,
      `The tool '${name}' is not available on this server. Call tools/list to see the available tools.`,
    );
  }
  return runTool(id, tool, call.arguments, caller);
}
