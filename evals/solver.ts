export interface ToolAnswer {
  readonly isError: boolean;
  /** The text that a model reads: JSON, or a sentence when the tool refused. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each tool's answer has its own shape
  readonly data: any;
}

export interface ToolDescription {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Record<string, unknown>;
}

/** Everything that a solver gets. */
export interface Task {
  readonly prompt: string;
  /** The server's own instructions for its use. */
  readonly instructions: string;
  readonly tools: readonly ToolDescription[];
  call(tool: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
}

/**
 * Does a job and reports the result to the merchant. A model replaces the ideal assistant by implementing this type.
 */
export type Solver = (task: Task) => Promise<string>;
