import { DomainError, type ErrorCode } from './domain-error';

/** For `catch`: converts a refusal with one of these codes into undefined, and throws every other error again. */
export const undefinedFor =
  (...codes: readonly ErrorCode[]) =>
  (error: unknown): undefined => {
    if (!(error instanceof DomainError) || !codes.includes(error.code)) throw error;
  };
