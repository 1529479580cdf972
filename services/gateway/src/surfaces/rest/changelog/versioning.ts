/**
 * What we promise integrators. The page `/public/docs/changelog` shows these promises. A change that breaks one of them
 * breaks the API.
 */
export const VERSIONING = {
  promise:
    'The API has no version in its address. A client that follows these rules continues to work: we do not break what is published.',
  compatible: [
    'new operations, and new optional fields and query parameters of a request;',
    'new members of an answer or of a webhook’s payload, and new headers, in any order: ignore members and headers that you do not know;',
    'new values of texts in answers, such as orderStatus, carrier or a changelog’s kind: treat an unknown value as “something else”;',
    'new event types of the webhook: answer them with 200 and ignore them;',
    'changed sentences in error, in descriptions and in notes: they are for people; programs use code;',
    'a higher limit, a success instead of a refusal, and another format of ids, tokens and links, whose content has no meaning for clients.',
  ],
  rules: [
    'code is a closed list: a new code is announced here 30 days before an operation returns it. The status of a code never changes.',
    'Nothing that is published is renamed, removed or made stricter without notice. At least 12 months before, the changelog announces it as deprecated, and the affected answers have the header Deprecation (RFC 9745). Its replacement is available from that day.',
    'Two kinds of faults are corrected immediately: a danger to accounts or money, and an answer that contradicts this documentation. The changelog lists both as fixed.',
  ],
} as const;
