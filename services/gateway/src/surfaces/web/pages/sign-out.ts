import { redirect } from '../visits/answer';
import { memberForm, type Route } from '../visits/route';
import type { WebDependencies } from '../web-dependencies';

/** Ends the session, here and in every other tab of it. */
export const signOutRoutes = ({ clients: { members } }: WebDependencies): Route[] => [
  memberForm('/signout', async ({ requestId, sessionToken }) => {
    await members.endSession(requestId, sessionToken);
    return redirect('/', 'end');
  }),
];
