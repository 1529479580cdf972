import type { ToolContext } from '../tool';
import { textOrNull } from './text-or-null';

/** A link that a caller can open as it stands, or null where there is none. */
export function linkOrNull(
  { absolute }: Pick<ToolContext, 'absolute'>,
  link: string | undefined,
): string | null {
  const given = textOrNull(link);
  return given === null ? null : absolute(given);
}
