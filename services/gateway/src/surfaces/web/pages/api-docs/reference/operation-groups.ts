import { TAGS } from '../../../../rest/openapi/tags';
import { restRoutes } from '../../../../rest/routes';

/** The tag of webhook events is left out, because events are not called. The guide describes them. */
export const OPERATION_GROUPS = Object.entries(TAGS)
  .map(([name, description]) => ({
    name,
    description,
    routes: restRoutes.filter(({ tag }) => tag === name),
  }))
  .filter(({ routes }) => routes.length > 0);
