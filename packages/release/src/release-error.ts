/** Why there is no release, in a sentence for whoever asked for one. */
export class ReleaseError extends Error {}
