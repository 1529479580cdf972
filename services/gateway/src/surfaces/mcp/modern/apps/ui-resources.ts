import type { ConnectionKind } from '@parcelyard/service-kit/connection-kind';
import { lazily } from '../../../lazily';
import { type PrecompressedBody, precompress } from '../../precompressed-body';
import { resultStart } from '../../result';
import { CACHEABLE } from '../results';
import { VIEW_MEDIA_TYPE } from './declares-apps';
import { viewDocuments } from './view-documents';
import { VIEW_NAMES, VIEWS, viewUri } from './views';

/**
 * The views (small pages inside a chat) as MCP resources. Each answer is complete except for its end with the request's
 * id, which is added later.
 */
export interface UiResources {
  readonly list: PrecompressedBody;
  read(uri: string): PrecompressedBody | undefined;
}

/** No policy is declared, so a view may load nothing at all. */
const META = { ui: { prefersBorder: true } };

/**
 * Creates the views for one connection kind. The views for an app have no button to buy, but a link to the owner's
 * billing page.
 */
export function createUiResources(connection: ConnectionKind, baseUrl: string): UiResources {
  const start = `<html data-connection="${connection}" data-billing="${baseUrl}/settings/billing" `;
  // Compressing takes milliseconds, so each document is compressed on its first request.
  const kept = new Map(VIEW_NAMES.map((name) => [viewUri(name), lazily(() => contents(name, start))]));
  const described = VIEW_NAMES.map((name) => ({
    uri: viewUri(name),
    name,
    title: VIEWS[name].title,
    description: VIEWS[name].description,
    mimeType: VIEW_MEDIA_TYPE,
    _meta: META,
  }));
  return {
    list: precompress(resultStart(`{${CACHEABLE}"resources":${JSON.stringify(described)}}`)),
    read: (uri) => kept.get(uri)?.(),
  };
}

function contents(name: (typeof VIEW_NAMES)[number], start: string): PrecompressedBody {
  const text = viewDocuments[name].replace('<html ', start);
  const content = { uri: viewUri(name), mimeType: VIEW_MEDIA_TYPE, text, _meta: META };
  return precompress(resultStart(`{${CACHEABLE}"contents":${JSON.stringify([content])}}`));
}
