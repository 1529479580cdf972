/** Why the auth service refuses. */
export const authReasons = {};
