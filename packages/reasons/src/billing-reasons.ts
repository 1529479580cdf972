/** Why the billing service refuses. */
export const billingReasons = {};
