/* global Scalar */
// Shows the reference, at the operation of the address; hands it the owner's key when they press the button.
const PATH = '/public/docs/try';
const main = document.getElementById('content');
// The renderer brings a main landmark of its own.
const place = document.createElement('div');
const form = document.getElementById('own-key');

const slug = (text) => text.toLowerCase().replaceAll(' ', '-');

/** The document as it is published, but sent to from here, with the events that are sent, and without its patterns. */
async function readDocument() {
  const response = await fetch('/public/openapi.json');
  // Descriptions say in words what a pattern demands.
  const withoutPattern = (key, value) => (key === 'pattern' && typeof value === 'string' ? undefined : value);
  const document = JSON.parse(await response.text(), withoutPattern);
  document.servers = [{ url: location.origin }];
  // Shown as links without a text; the bar and the guide have them.
  delete document.externalDocs;
  delete document.info.license;
  for (const event of Object.values(document.webhooks)) delete event.post['x-internal'];
  return document;
}

const configurationOf = (document, token = '') => ({
  content: document,
  theme: 'none',
  pathRouting: { basePath: PATH },
  // Short addresses, as links have them, become the renderer's own.
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
  // Their samples leave the port out, or are of a version that is gone.
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

/** The key of who is signed in, asked for with the token of this page's form. */
async function ownKey() {
  const response = await fetch(form.action, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
  });
  if (!response.ok || response.redirected) throw new Error('Sign in again, then press the button again.');
  const { token } = await response.json();
  return token;
}

/** What the renderer shows as an icon alone, with the name that it lacks. */
const NAMES = [
  ['[role=search]', 'Search'],
  ['.code-copy, [class*="copy-button"]', 'Copy'],
  ['.client-libraries__select', 'More languages'],
];

/** Address of each operation and event, by the words that the renderer shows for it: `post /public/order`. */
function addressesOf({ paths, webhooks }) {
  const rowsOf = ([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, summary, tags }]) => [
      `${method} ${path in paths ? path : summary}`,
      `${PATH}/tag/${slug(tags[0])}/${operationId}`,
    ]);
  return new Map([...Object.entries(paths), ...Object.entries(webhooks)].flatMap(rowsOf));
}

/** Gives buttons their names, links their addresses, and what is chosen the attribute that readers know. */
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

/** The renderer draws its parts one after the other, and some anew. */
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

/** On a narrow screen the search stands in the menu. */
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
