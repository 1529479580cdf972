/**
 * How long the gateway waits for a service, in milliseconds. A new method has its service's default. MCP clients give up
 * after 60 seconds, and the services that a method calls in turn have shorter limits of their own.
 */
export const TIMEOUTS_MS = {
  auth: {
    default: 5_000,
    // A password takes tens of milliseconds of work, and many may come at once.
    createAccount: 10_000,
    verifyPassword: 10_000,
    signIn: 10_000,
    changePassword: 10_000,
    // Sign-ins of apps.
    keepApproval: 10_000,
    takeApproval: 10_000,
    issueCode: 10_000,
    redeemCode: 10_000,
    refreshOAuthTokens: 10_000,
    listConnectedApps: 10_000,
    disconnectApp: 10_000,
    countTokenRequest: 10_000,
  },
  orders: {
    default: 10_000,
    createOrder: 20_000,
    updateOrder: 20_000,
    updateAddress: 20_000,
    markLabelsPrinted: 20_000,
    connectPlatform: 20_000,
    finishShopifyInstall: 20_000,
    disconnectPlatform: 20_000,
    startSync: 20_000,
    registerWebhook: 20_000,
    deleteWebhook: 20_000,
    replayWebhookDelivery: 20_000,
    // The whole attempt, 15 seconds at most.
    testWebhook: 25_000,
    // A hundred orders, one after the other.
    bulkCreateOrders: 55_000,
  },
  shipping: {
    default: 15_000,
    // Carriers answer within seconds, but not always within few.
    getRates: 30_000,
    quoteShipping: 30_000,
    // A purchase waits for its carrier and, when that stays silent, looks the label up.
    buyLabel: 55_000,
    // Three services, the carrier among them.
    voidLabel: 40_000,
    buyReturnLabel: 55_000,
    voidReturnLabel: 40_000,
    cancelOrder: 40_000,
    // A batch rates up to 500 orders before it answers.
    triggerBatch: 55_000,
    // All labels of a batch are merged when they are asked for.
    getLabelFile: 30_000,
  },
  pickups: {
    default: 10_000,
    // These ask the carrier.
    checkAvailability: 30_000,
    schedulePickup: 30_000,
    cancelPickup: 30_000,
  },
  customers: {
    default: 10_000,
    // A segment may have many thousands of addresses.
    sendCampaign: 60_000,
  },
  billing: { default: 10_000 },
};
