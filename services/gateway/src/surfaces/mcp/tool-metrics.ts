import { Histogram, type Registry } from 'prom-client';

type Outcome = 'ok' | 'refused' | 'failed';

/** Counts calls, refusals and failures and measures durations, by tool. */
export interface ToolMetrics {
  /** Starts to measure one call; the returned function ends it. */
  start(tool: string): (outcome: Outcome) => void;
}

export function createToolMetrics(registry: Registry, tools: readonly string[]): ToolMetrics {
  const duration = new Histogram({
    name: 'parcelyard_tool_duration_seconds',
    help: 'Duration of tool calls by tool and outcome',
    labelNames: ['tool', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  // Looking up a metric by its labels costs more than counting, so each combination of labels is looked up once.
  const children = new Map(
    tools.map((tool) => [
      tool,
      {
        ok: duration.labels({ tool, outcome: 'ok' }),
        refused: duration.labels({ tool, outcome: 'refused' }),
        failed: duration.labels({ tool, outcome: 'failed' }),
      },
    ]),
  );
  return {
    start(tool) {
      const begun = performance.now();
      return (outcome) => children.get(tool)?.[outcome].observe((performance.now() - begun) / 1000);
    },
  };
}
