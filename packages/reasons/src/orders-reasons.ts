/** Why the orders service refuses. */
export const ordersReasons = {};
