import { accessTokenRoutes } from './pages/access-token';
import { accountRoutes } from './pages/account';
import { activityRoutes } from './pages/activity/activity-page';
import { tryRoutes } from './pages/api-docs/reference/try-page';
import { approvalsPage } from './pages/approvals/approvals-page';
import { approveRoutes } from './pages/approve/approve-page';
import { batchPage } from './pages/batches/batch-page';
import { batchesPage } from './pages/batches/batches-page';
import { billingRoutes } from './pages/billing/billing-page';
import { connectedAppsRoutes } from './pages/connected-apps';
import { customerPage } from './pages/customers/customer-page';
import { customersPage } from './pages/customers/customers-page';
import { homeRoutes } from './pages/home';
import { limitsRoutes } from './pages/limits/limits-page';
import { mailRoutes } from './pages/mail/mail-page';
import { replyToRoutes } from './pages/mail/reply-to-page';
import { mcpRoutes } from './pages/mcp';
import { orderPage } from './pages/orders/order-page';
import { ordersPage } from './pages/orders/orders-page';
import { returnRoutes } from './pages/orders/return-routes';
import { pickupRoutes } from './pages/pickups/pickup-page';
import { pickupsPage } from './pages/pickups/pickups-page';
import { reportsPage } from './pages/reports/reports-page';
import { carrierAgreementRoutes } from './pages/shipping/carrier-agreement-page';
import { privacyRoutes } from './pages/shipping/privacy-page';
import { shippingRoutes } from './pages/shipping/shipping-page';
import { shopifyInstallRoutes } from './pages/shipping/shopify-install-page';
import { wooCommerceKeysRoutes } from './pages/shipping/woocommerce-keys';
import { signInRoutes, signOutRoutes } from './pages/sign-in';
import { signUpRoutes } from './pages/sign-up';
import { trackPage } from './pages/tracking/track-page';
import { verifyAddressRoutes } from './pages/verify-address';
import { webhookRoutes } from './pages/webhook/webhook-page';
import type { Route } from './routing/route';
import type { WebDependencies } from './web-dependencies';

/** Returns every URL of the web application; each line is one page. */
export const webRoutes = (dependencies: WebDependencies): readonly Route[] => [
  ...homeRoutes(dependencies),
  ...signUpRoutes(dependencies),
  ...signInRoutes(dependencies),
  ...signOutRoutes(dependencies),
  ordersPage(dependencies),
  ...orderPage(dependencies),
  ...returnRoutes(dependencies),
  batchesPage(dependencies),
  batchPage(dependencies),
  pickupsPage(dependencies),
  ...pickupRoutes(dependencies),
  customersPage(dependencies),
  customerPage(dependencies),
  reportsPage(dependencies),
  trackPage(dependencies),
  ...accountRoutes(dependencies),
  ...verifyAddressRoutes(dependencies),
  ...accessTokenRoutes(dependencies),
  ...tryRoutes(dependencies),
  ...mcpRoutes(dependencies),
  ...connectedAppsRoutes(dependencies),
  ...limitsRoutes(dependencies),
  ...activityRoutes(dependencies),
  approvalsPage(dependencies),
  ...approveRoutes(dependencies),
  ...webhookRoutes(dependencies),
  ...billingRoutes(dependencies),
  ...shippingRoutes(dependencies),
  ...carrierAgreementRoutes(dependencies),
  ...mailRoutes(dependencies),
  ...replyToRoutes(dependencies),
  ...shopifyInstallRoutes(dependencies),
  ...wooCommerceKeysRoutes(dependencies),
  ...privacyRoutes(dependencies),
];
