import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

const SECRET_KEYS = [
  'password',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'secret',
  'signingSecret',
  'code',
  'email',
  'phone',
  'street1',
  'street2',
  'recipient',
  'rateId',
  'packageId',
];

/** Structured JSON lines. Secrets and personal data are removed at two depths, whatever a caller passes by mistake. */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), remove: true },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(options, destination) : pino(options);
}
