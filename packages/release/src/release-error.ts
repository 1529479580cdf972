/** The reason why there is no release, as a sentence. */
export class ReleaseError extends Error {}
