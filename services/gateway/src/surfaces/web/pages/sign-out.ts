import { redirect } from '../routing/answer';
import { memberForm, type Route } from '../routing/route';
import type { WebDependencies } from '../web-dependencies';

/** Ends the session, here and in every other tab of it. */
export const signOutRoutes = ({ clients: { auth } }: WebDependencies): Route[] => [
  memberForm('/signout', async ({ requestId, sessionToken }) => {
    await auth.endSession({ requestId }, { token: sessionToken });
    return redirect('/', 'end');
  }),
];
