import type { ConnectedApp } from '@parcelyard/contracts/oauth';
import { page, redirect } from '../routing/answer';
import { ownerForm, ownerPage, type Route } from '../routing/route';
import { withQuery } from '../routing/with-query';
import { EmptyState, Notice, PageHead } from '../view/blocks';
import { ButtonLink } from '../view/forms';
import { Day, Moment } from '../view/moment';
import { Table } from '../view/table';
import type { WebDependencies } from '../web-dependencies';
import { questionPage } from './question-page';

const PATH = '/settings/apps';

/** The apps that the owner has allowed, when each was last used, and a link to disconnect it. */
export const connectedAppsRoutes = ({ clients: { auth, activity } }: WebDependencies): Route[] => [
  ownerPage(PATH, async ({ caller, query }) => {
    const { apps } = await auth.listConnectedApps(caller);
    return page(
      'Connected apps',
      <>
        <PageHead
          title="Connected apps"
          lead="Apps that you connected by signing in. An app can use your account until you disconnect it."
        />
        <div class="stack">
          {query.get('disconnected') !== null && (
            <Notice tone="good">The app was disconnected. Its next request is refused.</Notice>
          )}
          {apps.length === 0 ? (
            <EmptyState title="No app is connected">
              <p>
                An app appears here after you approve it. Add <a href="/settings/mcp">the MCP endpoint</a> to
                a client that signs in through your browser, such as Claude.
              </p>
            </EmptyState>
          ) : (
            <Table
              caption="Connected apps"
              rows={apps}
              columns={[
                { heading: 'App', cell: (app) => <AppName app={app} /> },
                {
                  heading: 'Connected',
                  cell: ({ connectedAt }) => (connectedAt ? <Day at={connectedAt} /> : '–'),
                },
                {
                  heading: 'Last used',
                  cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : 'Not yet'),
                },
                {
                  heading: 'Actions',
                  kind: 'actions',
                  cell: ({ appId, name }) => (
                    <ButtonLink
                      href={withQuery(`${PATH}/disconnect`, { app: appId })}
                      look="danger"
                      size="small"
                    >
                      Disconnect<span class="visually-hidden"> {name}</span>
                    </ButtonLink>
                  ),
                },
              ]}
            />
          )}
        </div>
      </>,
    );
  }),
  ownerPage(`${PATH}/disconnect`, async ({ caller, query }) => {
    const app = (await auth.listConnectedApps(caller)).apps.find(({ appId }) => appId === query.get('app'));
    if (!app) return redirect(PATH);
    return questionPage({
      title: 'Disconnect this app?',
      consequence: `The next request of ${app.name} is refused, and you must sign in from the app to connect it again.`,
      button: 'Disconnect the app',
      action: PATH,
      hidden: { app_id: app.appId },
      back: PATH,
    });
  }),
  ownerForm(PATH, async ({ caller, form }) => {
    const appId = form.get('app_id') ?? '';
    const appName = (await auth.listConnectedApps(caller)).apps.find((app) => app.appId === appId)?.name;
    // If the app is disconnected already, the activity log gets no entry.
    const beginning = appName ? { action: 'app_disconnected', subject: { appName } } : undefined;
    await activity.record(caller, beginning, () => auth.disconnectApp(caller, { appId }));
    return redirect(`${PATH}?disconnected=1`);
  }),
];

const AppName = ({ app: { name, host, connections } }: { app: ConnectedApp }) => (
  <>
    <strong>{name}</strong>
    <div class="muted small">{connections > 1 ? `${host} · ${connections} sign-ins` : host}</div>
  </>
);
