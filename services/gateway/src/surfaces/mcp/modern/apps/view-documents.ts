import { VIEW_NAMES, type ViewName } from './views';

/**
 * The views as HTML. A build replaces this module (scripts/bundle-views.mjs). Without a build, as in unit tests, views
 * are empty.
 */
export const viewDocuments = Object.fromEntries(
  VIEW_NAMES.map((name) => [name, '<!doctype html><html lang="en"><title>Not built</title></html>']),
) as Readonly<Record<ViewName, string>>;
