import { VIEW_NAMES, type ViewName } from './views';

/**
 * The views as HTML documents. The bundler replaces this module (scripts/bundle-views.mjs). A gateway that runs from
 * its sources, as in unit tests, has empty views.
 */
export const viewDocuments = Object.fromEntries(
  VIEW_NAMES.map((name) => [name, '<!doctype html><html lang="en"><title>Not built</title></html>']),
) as Readonly<Record<ViewName, string>>;
