import graph from './call-graph.json';

/** Returns whether a program may call a method of a service. `names` are the names that the program has proven. */
export type CallerRule = (names: readonly string[], method: string) => boolean;

const GRAPH: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = graph;

/** The caller rule of one service. `call-graph.json` lists the methods that each program may call. */
export function callersOf(service: string): CallerRule {
  const callers = new Map(
    Object.entries(GRAPH).map(([caller, calls]) => [caller, new Set(calls[service] ?? [])]),
  );
  return (names, method) => names.some((name) => callers.get(name)?.has(method) ?? false);
}
