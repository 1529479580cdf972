import type { ServerResponse } from 'node:http';
import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import type { Caller } from '../../clients/caller';
import type { Message, RequestId } from './message';
import { INVALID_PARAMS, METHOD_NOT_FOUND } from './message';
import type { Answer } from './reply';
import { createToolEncoding, encodeError, encodeResult, resultEnd } from './result';
import type { ToolList, ToolLists } from './tool-list';
import type { ToolRunner } from './tool-runner';

export type McpRequest = Extract<Message, { kind: 'request' }>;
export type MalformedMessage = Extract<Message, { kind: 'malformed' }>;

interface Dependencies {
  handshake(params: unknown, connection: ConnectionKind): string;
  toolLists: ToolLists;
  runTool: ToolRunner;
}

/** Answers the messages of a caller whose token was checked. Each answer is a whole JSON-RPC message. */
export interface Protocol {
  /** @param response where the answer is written later; its `req` is the request */
  answer(
    request: McpRequest,
    caller: Caller,
    connection: ConnectionKind,
    response: ServerResponse,
  ): Answer | Promise<Answer>;
  malformed(message: MalformedMessage): Answer;
}

const encoding = createToolEncoding('');

/** Creates the four methods of the server. @see [MCP-T5], [MCP-T6], [MCP-T7] */
export function createProtocol({ handshake, toolLists, runTool }: Dependencies): Protocol {
  return {
    answer: ({ id, method, params }, caller, connection) => {
      switch (method) {
        case 'initialize':
          return encodeResult(id, handshake(params, connection));
        case 'ping':
          return encodeResult(id, '{}');
        case 'tools/list':
          return { start: toolLists[connection].answer, end: resultEnd(id) };
        case 'tools/call':
          return callTool(id, params, toolLists[connection], caller, runTool);
        default:
          return encodeError(id, METHOD_NOT_FOUND, `The method '${method}' is not supported.`);
      }
    },
    malformed: ({ id, code, problem }) => encodeError(id, code, problem),
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
    return encodeError(id, INVALID_PARAMS, MISSING_TOOL_NAME);
  }
  const tool = tools.find(name);
  if (!tool) {
    return encodeError(id, INVALID_PARAMS, unknownTool(name));
  }
  return runTool(id, tool, call.arguments, caller, encoding);
}

export const MISSING_TOOL_NAME = 'params.name is required: the name of the tool to call.';

export const unknownTool = (name: string) =>
  `The tool '${name}' is not available on this server. Call tools/list to see the available tools.`;
