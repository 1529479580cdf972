import graph from './call-graph.json';

/** Whether one of the names that a caller proved is that of a program which may call a method of a service. */
export type CallerRule = (names: readonly string[], method: string) => boolean;

const GRAPH: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = graph;

/** The rule of one service, from the chart's table of calls. */
export function callersOf(service: string): CallerRule {
  const callers = new Map(
    Object.entries(GRAPH).map(([caller, calls]) => [caller, new Set(calls[service] ?? [])]),
  );
  return (names, method) => names.some((name) => callers.get(name)?.has(method) ?? false);
}
