/**
 * Tests freeze messages deeply, so that code fails when it changes a message that the other side also uses. Production
 * freezes only the message itself: to freeze a thousand rows would cost more than the call.
 */
const FREEZES_DEEPLY = process.env.NODE_ENV === 'test';

export const freezeMessage: <T>(message: T) => T = FREEZES_DEEPLY ? freezeDeep : Object.freeze;

export function freezeDeep<T>(value: T): T {
  // Bytes cannot be frozen.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (!Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freezeDeep(part);
  }
  return value;
}
