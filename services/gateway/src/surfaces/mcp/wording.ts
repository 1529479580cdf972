import type { Refused } from '@parcelyard/reasons/reason';
import { type Catalogue, wordReason } from '@parcelyard/reasons/word-reason';

/** What an MCP answer says where it must name its own tools and arguments. */
const catalogue: Catalogue = {};

/** The contract names fields as the tools do. */
const fieldName = (path: string) => path;

/** A refusal in the words of the MCP surface. */
export const mcpSentence = (refused: Refused): string => wordReason({ catalogue, fieldName }, refused);
