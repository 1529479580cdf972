import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { inputSchema } from '../../tools/arguments/check-arguments';
import type { Tool } from '../../tools/tool';
import { type PrecompressedBody, precompress } from './precompressed-body';
import { resultStart } from './result';

export interface ToolList {
  /** The answer to `tools/list`, without the request's id. */
  readonly answer: PrecompressedBody;
  /** Returns the tool with this name, if this connection kind has it. Names are case-sensitive. */
  find(name: string): Tool | undefined;
}

export type ToolLists = Readonly<Record<ConnectionKind, ToolList>>;

/**
 * Creates the list of tools for each connection kind once, because it never changes while a process runs.
 * @param first the JSON with which the result begins; a comma is its last character
 * @param viewOf returns the URI of the view that shows a tool's answers
 */
export function createToolLists(
  catalogue: readonly Tool[],
  first: string,
  viewOf: ViewOf = NO_VIEW,
): ToolLists {
  return {
    token: toolList(catalogue, first, viewOf),
    app: toolList(catalogue.flatMap(asOfferedToApps), first, viewOf),
  };
}

type ViewOf = (tool: string) => string | undefined;
const NO_VIEW: ViewOf = () => undefined;

const asOfferedToApps = (tool: Tool): Tool[] => {
  if (!tool.offeredToApps) return [];
  return [tool.appDescription ? { ...tool, description: tool.appDescription } : tool];
};

function toolList(tools: readonly Tool[], first: string, viewOf: ViewOf): ToolList {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const described = tools.map((tool) => ({ ...describe(tool), ...metaOf(viewOf(tool.name)) }));
  return {
    answer: precompress(resultStart(`{${first}"tools":${JSON.stringify(described)}}`)),
    find: (name) => byName.get(name),
  };
}

const metaOf = (resourceUri: string | undefined) => resourceUri && { _meta: { ui: { resourceUri } } };

const describe = (tool: Tool) => ({
  name: tool.name,
  title: tool.title,
  description: describeWithPlan(tool),
  inputSchema: inputSchema(tool.input),
  annotations: annotations(tool),
});

/**
 * Adds to a tool's description that the tool needs a plan with a certain feature. The plans are not named, because they
 * may change without a release.
 */
const describeWithPlan = ({ description, planFeature }: Tool): string =>
  planFeature
    ? `${description} Needs a plan with ${planFeature}: get_subscription_info.plans shows which have it.`
    : description;

function annotations({ title, access, hints }: Tool) {
  const readOnlyHint = access === 'Read-only' || hints.markedReadOnly === true;
  return {
    title,
    readOnlyHint,
    ...(!readOnlyHint && { destructiveHint: hints.onlyAdds !== true }),
    ...(hints.idempotent && { idempotentHint: true }),
    openWorldHint: hints.openWorld,
  };
}
