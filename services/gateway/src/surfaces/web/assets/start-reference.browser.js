/* global Scalar */
// Shows the reference, at the operation of the address; hands it the owner's key when they press the button.
const PATH = '/public/docs/try';
const place = document.getElementById('content');
const form = document.getElementById('own-key');

const slug = (text) => text.toLowerCase().replaceAll(' ', '-');

/** The document as it is published, but sent to from here, and with the events that are sent. */
async function readDocument() {
  const response = await fetch('/public/openapi.json');
  const document = await response.json();
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
    const { operation, tag } = place.dataset;
    return path === `${PATH}/${operation}` ? `${PATH}/tag/${slug(tag)}/${operation}` : null;
  },
  generateOperationSlug: ({ operationId }) => operationId,
  authentication: {
    preferredSecurityScheme: 'bearerAuth',
    securitySchemes: { bearerAuth: { token } },
  },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
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
  ['.code-copy, [class*="copy-button"]', 'Copy'],
  ['.client-libraries__select', 'More languages'],
];

function nameButtons() {
  for (const [selector, name] of NAMES)
    for (const button of place.querySelectorAll(selector)) button.ariaLabel ??= name;
}

/** The renderer draws its parts one after the other, and some anew. */
let isAsked = false;
new MutationObserver(() => {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    nameButtons();
    if (wantsSearch) openSearch();
  });
}).observe(place, { childList: true, subtree: true });

let wantsSearch = location.hash === '#search';
if (wantsSearch) history.replaceState(null, '', location.pathname);

function openSearch() {
  const search = place.querySelector('[role=search]');
  wantsSearch = search === null;
  search?.click();
}

const published = await readDocument();
place.replaceChildren();
const reference = Scalar.createApiReference(place, configurationOf(published));

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const state = document.getElementById('own-key-state');
  try {
    reference.updateConfiguration(configurationOf(published, await ownKey()));
    state.textContent = 'Requests use your key. Press Test Request.';
  } catch (error) {
    state.textContent = error.message;
  }
});
