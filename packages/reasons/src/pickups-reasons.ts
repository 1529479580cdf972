/** Why the pickups service refuses. */
export const pickupsReasons = {};
