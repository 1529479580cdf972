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
    'Answers are {"success": true, "result": …} or {"success": false, "code": "…", "error": "…"}. Amounts are in US dollars, weights in ounces, lengths in inches and times in UTC.',
    'In a POST, null means that the field is not given; in a PUT, null empties the field. Unknown fields of a body are ignored; unknown query parameters are refused. A path that does not exist gets 404. A method that the path does not support gets 405 with the header `Allow`. Lengths count Unicode code points, so most emoji are one character.',
    `The path has no version. Published operations and fields continue to work; new operations, new fields and new values in answers may be added. ${baseUrl}/public/changelog lists the changes, and ${baseUrl}/public/docs explains how to begin.`,
  ].join('\n\n'),
  contact: { name: serviceName, url: baseUrl },
  license: { name: 'Apache License 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
});

export const SECURITY_SCHEMES = {
  bearerAuth: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The access token of the account, from the settings or POST /public/token. /mcp accepts the same token.',
  },
  partnerKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Partner-Key',
    description: 'For partners who create accounts: a key from the operator of the service.',
  },
};
