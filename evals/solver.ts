/** What a tool's answer is to whoever called it. */
export interface ToolAnswer {
  readonly isError: boolean;
  /** What a model reads: JSON, or a sentence when the tool refused. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each tool answers in a shape of its own
  readonly data: any;
}

/** A tool as the server describes it. */
export interface ToolDescription {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Record<string, unknown>;
}

/** All that whoever does a job is given. */
export interface Task {
  /** What the merchant says. */
  readonly prompt: string;
  /** The server's own words on how it is used. */
  readonly instructions: string;
  readonly tools: readonly ToolDescription[];
  call(tool: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
}

/** Does a job and says to the merchant what came of it. A model takes the ideal's place by being one of these. */
export type Solver = (task: Task) => Promise<string>;
