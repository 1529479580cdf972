interface Service {
  readonly baseUrl: string;
  readonly serviceName: string;
}

/** The product version in the document. The API itself has no version. */
const VERSION = '1.0.0';

export const infoOf = ({ baseUrl, serviceName }: Service) => ({
  title: 'Parcelyard REST API',
  summary: 'Customers, orders, rates, labels, pickups and webhooks of one shipping account.',
  version: VERSION,
  description: [
    'Answers are {"success": true, "result": …} or {"success": false, "code": "…", "error": "…"}. Amounts are US dollars, weights ounces, lengths inches, times UTC.',
    'In what creates, null counts as not given; in a PUT it empties its field. Unknown fields of a body are ignored, unknown query parameters refused. An address that does not exist is 404, a method that it does not answer 405 with `Allow`. Lengths count Unicode code points, so that most emoji are one character.',
    `The API has no version in its address: what is published keeps working, while fields, values of open texts and operations may be added. What changed stands in ${baseUrl}/public/changelog, and how to begin in ${baseUrl}/public/docs.`,
  ].join('\n\n'),
  contact: { name: serviceName, url: baseUrl },
  license: { name: 'Apache License 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
});

export const SECURITY_SCHEMES = {
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The access token of the account, the same as for /mcp: from the settings, or POST /public/token.',
  },
  partnerKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Partner-Key',
    description: 'For partners who create accounts: a key that the operator of the service gives out.',
  },
};
