/** Milliseconds within which a caller gets an answer. A call to a service gets what is left of this time. */
export const CALL_MS = 15_000;

/** Milliseconds that one call of a service may take, within CALL_MS. */
export const TIMEOUTS_MS = {
  auth: {
    default: 5_000,
    // Longer, because hashing a password takes tens of milliseconds, and many requests may arrive at once.
    createAccount: 10_000,
    verifyPassword: 10_000,
    signIn: 10_000,
    changePassword: 10_000,
    // Longer, because an app does not repeat the request when it fails, so the sign-in would be lost.
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
  // Short, because every page shows the number of waiting approvals and must not wait for it.
  billing: { default: CALL_MS, countWaitingApprovals: 1_000 },
};
