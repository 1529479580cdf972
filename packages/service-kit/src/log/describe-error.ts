import { types } from 'node:util';
import { DomainError } from '../domain-error';
import { cleanText } from './clean-text';

/** Maximum causes shown below the error. */
const CAUSES = 4;

export interface ErrorDescription {
  type: string;
  message: string;
  stack: string;
  code?: string | number;
  detail?: string;
  field?: string;
  cause?: ErrorDescription;
}

/**
 * Converts an error for the log. Only named fields are logged, because libraries attach requests, headers and documents
 * to errors. Every text is cleaned.
 */
export function describeError(error: unknown, causes = CAUSES): ErrorDescription {
  if (!types.isNativeError(error))
    return { type: typeof error, message: cleanText(String(error)), stack: '' };
  const { code } = error as { code?: unknown };
  const { detail, field } = error instanceof DomainError ? error : {};
  return {
    type: cleanText(error.name),
    message: cleanText(error.message),
    stack: cleanText(error.stack ?? ''),
    ...(typeof code === 'number' ? { code } : typeof code === 'string' ? { code: cleanText(code) } : {}),
    ...(detail === undefined ? {} : { detail: cleanText(detail) }),
    ...(field === undefined ? {} : { field: cleanText(field) }),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: describeError(error.cause, causes - 1) }),
  };
}
