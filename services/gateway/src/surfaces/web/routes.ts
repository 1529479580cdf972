import { accessTokenRoutes } from './pages/access-token';
import { accountRoutes } from './pages/account';
import { connectedAppsRoutes } from './pages/connected-apps';
import { homeRoutes } from './pages/home';
import { mcpRoutes } from './pages/mcp';
import { signInRoutes } from './pages/sign-in';
import { signOutRoutes } from './pages/sign-out';
import { signUpRoutes } from './pages/sign-up';
import type { Route } from './visits/route';
import type { WebDependencies } from './web-dependencies';

/** Every address of the web application; one line a page. */
export const webRoutes = (dependencies: WebDependencies): readonly Route[] => [
  ...homeRoutes(dependencies),
  ...signUpRoutes(dependencies),
  ...signInRoutes(dependencies),
  ...signOutRoutes(dependencies),
  ...accountRoutes(dependencies),
  ...accessTokenRoutes(dependencies),
  ...mcpRoutes(dependencies),
  ...connectedAppsRoutes(dependencies),
];
