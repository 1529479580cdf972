/** Thrown when a release is not possible. The message is the reason, as a sentence. */
export class ReleaseError extends Error {}
