import { redirect } from '../../routing/answer';
import { ownerForm, ownerPage, type Route } from '../../routing/route';
import { withQuery } from '../../routing/with-query';
import type { WebDependencies } from '../../web-dependencies';
import { questionPage } from '../question-page';

/**
 * Returns two routes: the page that asks whether to disconnect a store, and the form on this page.
 * @param path path of the page with the stores
 */
export const disconnectRoutes = ({ orders }: WebDependencies['clients'], path: string): Route[] => [
  ownerPage(`${path}/disconnect`, async ({ caller, query }) => {
    const { platforms } = await orders.listConnections(caller);
    const store = platforms.find(({ platform }) => platform === query.get('platform'));
    if (!store) return redirect(`${path}#platforms`);
    const { platform, storeName } = store;
    return questionPage({
      title: 'Disconnect this store?',
      consequence: `We delete the credentials of ${storeName} and end its running import, but its orders stay here.`,
      button: 'Disconnect the store',
      action: `${path}/disconnect`,
      hidden: { platform, store: storeName },
      back: `${path}#platforms`,
    });
  }),
  ownerForm(`${path}/disconnect`, async ({ caller, form }) => {
    const platform = form.get('platform') ?? '';
    const { platforms } = await orders.listConnections(caller);
    const connected = platforms.find((store) => store.platform === platform);
    // Another store may have been connected after the question. The owner is then asked about that store.
    if (connected && connected.storeName !== form.get('store'))
      return redirect(withQuery(`${path}/disconnect`, { platform }));
    await orders.disconnectPlatform(caller, { platform });
    return redirect(`${path}?changed=disconnected#platforms`);
  }),
];
