/** Why the shipping service refuses. */
export const shippingReasons = {};
