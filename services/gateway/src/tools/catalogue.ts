import { getBalance } from './billing/get-balance';
import { getReferralInfo } from './billing/get-referral-info';
import { getSubscriptionInfo } from './billing/get-subscription-info';
import { redeemReferralCredit } from './billing/redeem-referral-credit';
import { createOrUpdateCustomer } from './customers/create-or-update-customer';
import { getCustomer } from './customers/get-customer';
import { listCustomers } from './customers/list-customers';
import { listLapsedCustomers } from './customers/list-lapsed-customers';
import { sendCustomerEmail } from './customers/send-customer-email';
import { sendMassMarketingEmail } from './customers/send-mass-marketing-email';
import { bulkCreateOrders } from './orders/bulk-create-orders';
import { createOrder } from './orders/create-order';
import { getLabel } from './orders/get-label';
import { getOrder } from './orders/get-order';
import { getShippingAnalytics } from './orders/get-shipping-analytics';
import { getShippingReport } from './orders/get-shipping-report';
import { getSyncStatus } from './orders/get-sync-status';
import { getTaxReport } from './orders/get-tax-report';
import { listConnectedPlatforms } from './orders/list-connected-platforms';
import { listOrders } from './orders/list-orders';
import { listProducts } from './orders/list-products';
import { markLabelsPrinted } from './orders/mark-labels-printed';
import { syncPlatformOrders } from './orders/sync-platform-orders';
import { trackOrder } from './orders/track-order';
import { updateOrder } from './orders/update-order';
import { updateOrderAddress } from './orders/update-order-address';
import { cancelPickup } from './pickups/cancel-pickup';
import { checkPickupAvailability } from './pickups/check-pickup-availability';
import { getPickup } from './pickups/get-pickup';
import { listPickups } from './pickups/list-pickups';
import { schedulePickup } from './pickups/schedule-pickup';
import { buyLabel } from './shipping/buy-label';
import { cancelOrder } from './shipping/cancel-order';
import { cancelShippingLabel } from './shipping/cancel-shipping-label';
import { getBatchStatus } from './shipping/get-batch-status';
import { getRates } from './shipping/get-rates';
import { quoteShipping } from './shipping/quote-shipping';
import { registerCarrier } from './shipping/register-carrier';
import { triggerBatchPurchase } from './shipping/trigger-batch-purchase';
import { validateAddress } from './shipping/validate-address';
import type { Tool } from './tool';

/** Every tool, in the specification's order. A tool's folder is named after the service that it calls. */
export const catalogue: readonly Tool[] = [
  listOrders,
  getOrder,
  getLabel,
  trackOrder,
  listProducts,
  createOrder,
  bulkCreateOrders,
  updateOrder,
  updateOrderAddress,
  cancelOrder,
  cancelShippingLabel,
  quoteShipping,
  getRates,
  buyLabel,
  validateAddress,
  registerCarrier,
  markLabelsPrinted,
  checkPickupAvailability,
  schedulePickup,
  cancelPickup,
  listPickups,
  getPickup,
  triggerBatchPurchase,
  getBatchStatus,
  listConnectedPlatforms,
  syncPlatformOrders,
  getSyncStatus,
  listCustomers,
  getCustomer,
  createOrUpdateCustomer,
  sendCustomerEmail,
  sendMassMarketingEmail,
  listLapsedCustomers,
  getBalance,
  getSubscriptionInfo,
  getReferralInfo,
  redeemReferralCredit,
  getShippingReport,
  getTaxReport,
  getShippingAnalytics,
];
