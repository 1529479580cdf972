import { DiagnosticsDefinition } from '@parcelyard/contracts/diagnostics';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { isUnauthenticated } from '@parcelyard/service-kit/rpc/status-map';
import { type Command, Report } from '../command';
import { SERVICES, type Service, type Services } from '../connect-services';
import { disagreements, type Line } from '../domain/disagreements';

/**
 * Lets every service check its requirements. Prints a line for each check: `ok`, or what to do. Fails when any check is
 * not ok.
 */
export const doctor: Command = {
  usage: 'doctor',
  summary: 'Lets every service check what it needs, and prints a line for each check.',
  parameters: {},
  services: SERVICES,
  run: async (_args, services) => {
    const lines = (await Promise.all(SERVICES.map((service) => linesOf(services, service)))).flat();
    const all = [...lines, ...disagreements(lines)];
    const wrong = all.filter(({ ok }) => !ok).length;
    const sum =
      wrong === 0 ? `All ${all.length} checks are ok.` : `${wrong} of ${all.length} checks are not ok.`;
    return new Report([...all.map(lineText), sum].join('\n'), wrong === 0);
  },
};

async function linesOf(services: Services, service: Service): Promise<Line[]> {
  try {
    const { findings } = await services.client(service, DiagnosticsDefinition).diagnose({});
    return findings.map((finding) => ({ service, ...finding }));
  } catch (error) {
    const text = isUnauthenticated(error)
      ? 'the service does not know this caller: give shipctl and the service the same GRPC_SHARED_SECRET'
      : `the service does not answer (${reasonOf(error as Error)}): look at its log and its pods`;
    return [{ service, check: 'service', ok: false, text, fingerprint: '' }];
  }
}

/**
 * Returns the message of the gRPC library, which tells a closed port from a refused certificate. If there is no such
 * message, returns the error's own message.
 */
const reasonOf = (error: Error): string => (error instanceof DomainError && error.detail) || error.message;

const lineText = ({ service, check, ok, text }: Line): string =>
  `${ok ? 'ok ' : 'NOT'}  ${service.padEnd(16)} ${check.padEnd(22)} ${text}`;
