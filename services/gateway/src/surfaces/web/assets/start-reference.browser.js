/* global Scalar */
// Shows the API reference at the operation of the URL. When the owner presses the button, requests use the owner's key.
const PATH = '/public/docs/try';
const main = document.getElementById('content');
// The renderer makes its own main landmark, so this element must not be one.
const place = document.createElement('div');
const form = document.getElementById('own-key');

const slug = (text) => text.toLowerCase().replaceAll(' ', '-');

/**
 * Returns the published document with small changes: requests go to this server, it includes events, and it has no
 * patterns.
 */
async function readDocument() {
  const response = await fetch('/public/openapi.json');
  // Removes patterns, because the descriptions say in words what a pattern requires.
  const withoutPattern = (key, value) => (key === 'pattern' && typeof value === 'string' ? undefined : value);
  const document = JSON.parse(await response.text(), withoutPattern);
  document.servers = [{ url: location.origin }];
  // The renderer shows them as links without text. The bar and the guide have these links.
  delete document.externalDocs;
  delete document.info.license;
  for (const event of Object.values(document.webhooks)) delete event.post['x-internal'];
  return document;
}

const configurationOf = (document, token = '') => ({
  content: document,
  theme: 'none',
  pathRouting: { basePath: PATH },
  // Short URLs, such as those in links, become the URLs of the renderer.
  redirect: (path) => {
    const { operation, tag } = main.dataset;
    return path === `${PATH}/${operation}` ? `${PATH}/tag/${slug(tag)}/${operation}` : null;
  },
  generateOperationSlug: ({ operationId }) => operationId,
  authentication: {
    preferredSecurityScheme: 'bearerAuth',
    securitySchemes: { bearerAuth: { token } },
  },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // The samples of these clients leave out the port, or are for an old version of the client.
  hiddenClients: { python: ['python3'], http: ['http1.1'], csharp: ['restsharp'] },
  hideModels: true,
  hideClientButton: true,
  hideDarkModeToggle: true,
  documentDownloadType: 'none',
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
  persistAuth: false,
  agent: { disabled: true },
  mcp: { disabled: true },
});

/** Fetches the key of the signed-in owner, using the form token of this page. */
async function ownKey() {
  const response = await fetch(form.action, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
  });
  if (!response.ok || response.redirected) throw new Error('Sign in again, then press the button again.');
  const { token } = await response.json();
  return token;
}

/** Names for elements that the renderer shows only as an icon. */
const NAMES = [
  ['[role=search]', 'Search'],
  ['.code-copy, [class*="copy-button"]', 'Copy'],
  ['.client-libraries__select', 'More languages'],
];

/** Returns the URL of each operation and event, by the words that the renderer shows for it: `post /public/order`. */
function addressesOf({ paths, webhooks }) {
  const rowsOf = ([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, summary, tags }]) => [
      `${method} ${path in paths ? path : summary}`,
      `${PATH}/tag/${slug(tags[0])}/${operationId}`,
    ]);
  return new Map([...Object.entries(paths), ...Object.entries(webhooks)].flatMap(rowsOf));
}

/** Gives buttons their names and links their URLs, and marks the selected item for screen readers. */
function mend() {
  for (const [selector, name] of NAMES)
    for (const button of place.querySelectorAll(selector)) button.ariaLabel ??= name;
  for (const button of place.querySelectorAll('.client-libraries__select')) button.role = 'tab';
  for (const button of place.querySelectorAll('button[aria-label^="Show all"]')) {
    const words = button.textContent.trim();
    if (!button.ariaLabel.startsWith(words)) button.ariaLabel = `${words}: ${button.ariaLabel}`;
  }
  for (const item of place.querySelectorAll('[aria-selected]:not([role])')) {
    item.ariaCurrent = item.ariaSelected === 'true' ? 'page' : null;
    item.ariaSelected = null;
  }
  for (const link of place.querySelectorAll('a.endpoint:not([href])')) {
    const [method, words] = [...link.children].map((child) => child.textContent.trim());
    link.href = addresses.get(`${method} ${words}`) ?? `${PATH}/`;
  }
}

/** The renderer draws its parts one after another, and draws some of them again. */
let isAsked = false;
const watchParts = () =>
  new MutationObserver(() => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      mend();
      if (wantsSearch) openSearch();
    });
  }).observe(place, { childList: true, subtree: true, attributeFilter: ['aria-selected'] });

let wantsSearch = location.hash === '#search';
if (wantsSearch) history.replaceState(null, '', location.pathname);

/** On a narrow screen the search is in the menu. */
let isMenuOpen = false;
function openSearch() {
  const search = place.querySelector('[role=search]');
  wantsSearch = search === null;
  if (search) search.click();
  else if (!isMenuOpen) {
    const menu = place.querySelector('header button');
    isMenuOpen = menu !== null;
    menu?.click();
  }
}

const published = await readDocument();
const addresses = addressesOf(published);
watchParts();
place.id = main.id;
main.replaceWith(place);
const reference = Scalar.createApiReference(place, configurationOf(published));

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const state = document.getElementById('own-key-state');
  try {
    reference.updateConfiguration(configurationOf(published, await ownKey()));
    state.textContent = 'Requests use your key.';
    form.querySelector('button').remove();
  } catch (error) {
    state.textContent = error.message;
  }
});
