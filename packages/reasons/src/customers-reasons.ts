/** Why the customers service refuses. */
export const customersReasons = {};
