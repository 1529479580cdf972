import type { Failure } from '@parcelyard/contracts/common';
import type { Refused } from '@parcelyard/reasons/reason';
import { type Catalogue, wordReason } from '@parcelyard/reasons/word-reason';
import { fromFailure } from '@parcelyard/service-kit/failure';

/** What an MCP answer says where it must name its own tools and arguments. */
const catalogue: Catalogue = {
  // common
  // auth
  // billing
  // customers
  // orders
  // pickups
  // shipping
};

/** The contract names fields as the tools do. */
const fieldName = (path: string) => path;

/** A refusal in the words of the MCP surface. */
export const mcpSentence = (refused: Refused): string => wordReason({ catalogue, fieldName }, refused);

/** The same for a refusal inside a reply. */
export const mcpFailure = (failure: Failure): string => mcpSentence(fromFailure(failure));
