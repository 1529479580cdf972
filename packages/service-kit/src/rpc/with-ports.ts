// With `never` as its request, every use case is assignable to this type. `Bound` has the request type of each use
// case.
type UseCases<Ports> = Readonly<Record<string, (ports: Ports, request: never) => unknown>>;

type Bound<U extends UseCases<never>> = {
  readonly [N in keyof U]: U[N] extends (ports: never, request: infer Request) => infer Answer
    ? (request: Request) => Answer
    : never;
};

/** The use cases as handlers of a service's methods, all with the same ports. */
export function withPorts<Ports, U extends UseCases<Ports>>(ports: Ports, useCases: U): Bound<U> {
  const entries = Object.entries(useCases).map(([name, useCase]) => [
    name,
    (request: never) => useCase(ports, request),
  ]);
  return Object.fromEntries(entries) as Bound<U>;
}
