// The request has the type `never`, because TypeScript then accepts use cases with any request type. `Bound` has the
// real request type of each use case.
type UseCases<Ports> = Readonly<Record<string, (ports: Ports, request: never) => unknown>>;

type Bound<U extends UseCases<never>> = {
  readonly [N in keyof U]: U[N] extends (ports: never, request: infer Request) => infer Answer
    ? (request: Request) => Answer
    : never;
};

/** Returns the use cases as handlers of a service's methods. Every use case gets these ports. */
export function withPorts<Ports, U extends UseCases<Ports>>(ports: Ports, useCases: U): Bound<U> {
  const entries = Object.entries(useCases).map(([name, useCase]) => [
    name,
    (request: never) => useCase(ports, request),
  ]);
  return Object.fromEntries(entries) as Bound<U>;
}
