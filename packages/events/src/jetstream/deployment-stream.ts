import type { NatsVariables } from '@parcelyard/service-kit/config';

/**
 * The stream and subjects of one deployment's events in NATS. Other deployments in the same NATS account have their
 * own.
 */
export interface DeploymentStream {
  readonly deployment: string;
  readonly name: string;
  readonly everySubject: string;
  /** The text in the stream that shows which deployment owns it. */
  readonly description: string;
  /** The deployment's public address. Undefined on a developer's machine, where all addresses are similar. */
  readonly address: string | undefined;
  subjectOf(type: string): string;
  typeOf(subject: string): string;
}

/** @throws Error that names the variable */
export function deploymentStream({
  DEPLOYMENT_NAME: deployment,
  BASE_URL: baseUrl,
}: NatsVariables & { BASE_URL?: string }): DeploymentStream {
  if (deployment === undefined) {
    throw new Error('Bad configuration. DEPLOYMENT_NAME: is required with NATS_URL');
  }
  const prefix = `parcelyard.${deployment}.`;
  const address = baseUrl === undefined ? undefined : publicOrigin(new URL(baseUrl));
  return {
    deployment,
    name: `PARCELYARD_EVENTS_${deployment}`,
    everySubject: `${prefix}>`,
    description: `Events of Parcelyard${address === undefined ? '' : `${AT}${address}`}`,
    address,
    subjectOf: (type) => `${prefix}${type}`,
    typeOf: (subject) => subject.slice(prefix.length),
  };
}

const AT = ' at ';

/** Returns the address in a stream's description; undefined when there is no address. */
export const addressIn = (description = ''): string | undefined => description.split(AT)[1];

const publicOrigin = ({ hostname, origin }: URL): string | undefined =>
  /^(localhost|127\..*|\[::1\])$/.test(hostname) ? undefined : origin;
