import type { Judge } from './judge';
import { mcpPythonClient } from './judges/mcp-python-client';

/** One line a judge; the file is named like it. */
export const JUDGES: readonly Judge[] = [mcpPythonClient];
