/** Milliseconds within which a caller gets an answer. A call to a service gets what is left of this time. */
export const CALL_MS = 15_000;

/** Milliseconds that one call of a service may take, within CALL_MS. */
export const TIMEOUTS_MS = {
  auth: {
    default: 5_000,
    // Longer than the default, because hashing a password takes tens of milliseconds, and many requests may arrive at
    // once.
    createAccount: 10_000,
    verifyPassword: 10_000,
    signIn: 10_000,
    changePassword: 10_000,
    // Longer than the default, because an app does not repeat such a request after a failure. The user would have to
    // connect the app again.
    keepConsent: 10_000,
    takeConsent: 10_000,
    issueCode: 10_000,
    redeemCode: 10_000,
    refreshOAuthTokens: 10_000,
    listConnectedApps: 10_000,
    disconnectApp: 10_000,
    countTokenRequest: 10_000,
  },
  orders: { default: CALL_MS },
  shipping: { default: CALL_MS },
  pickups: { default: CALL_MS },
  customers: { default: CALL_MS },
  // `countWaitingApprovals` has a short time-out, because every page shows this number and must not wait long for it.
  billing: { default: CALL_MS, countWaitingApprovals: 1_000 },
};
