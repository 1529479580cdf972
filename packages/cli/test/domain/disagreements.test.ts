import { disagreements } from '../../src/domain/disagreements';

const aLine = (service: string, check: string, fingerprint: string) => ({
  service,
  check,
  fingerprint,
  ok: true,
  text: '',
});
const linesOfDisagreements = (...lines: ReturnType<typeof aLine>[]) =>
  disagreements(lines).map(
    ({ service, check, ok, text }) => `${ok ? 'ok' : 'NOT'} ${service} ${check}: ${text}`,
  );

it('services with the same keys, secret and stream have no finding', () => {
  const lines = ['orders', 'shipping'].flatMap((service) => [
    aLine(service, 'event bus', 'PARCELYARD_EVENTS_shop 2026-11-28T05:00:00Z'),
    aLine(service, 'database clock', ''),
  ]);
  expect(
    linesOfDisagreements(
      ...lines,
      aLine('orders', 'PLATFORM_KEYS', 'a'),
      aLine('shipping', 'SEAL_KEYS', 'b'),
    ),
  ).toEqual([]);
});

it.each(['orders', 'shipping', 'billing'])('a service with another stream gets a finding: %s', (other) => {
  const services = ['orders', 'shipping', 'billing'];
  const right = services.find((service) => service !== other);
  expect(
    linesOfDisagreements(...services.map((each) => aLine(each, 'event bus', each === other ? 'b' : 'a'))),
  ).toEqual([`NOT ${other} event bus: differs from ${right}: give both services the same value`]);
});

it('of two services that differ, the second gets the finding', () => {
  expect(
    linesOfDisagreements(
      aLine('auth', 'caller authentication', 'a'),
      aLine('orders', 'caller authentication', 'b'),
    ),
  ).toEqual(['NOT orders caller authentication: differs from auth: give both services the same value']);
});
