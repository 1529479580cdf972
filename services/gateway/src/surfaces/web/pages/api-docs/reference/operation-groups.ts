import { TAGS } from '../../../../rest/openapi/tags';
import { restRoutes } from '../../../../rest/routes';

/** The groups of operations. Webhook events are left out, because clients do not call them. */
export const OPERATION_GROUPS = Object.entries(TAGS)
  .map(([name, description]) => ({
    name,
    description,
    routes: restRoutes.filter(({ tag }) => tag === name),
  }))
  .filter(({ routes }) => routes.length > 0);
