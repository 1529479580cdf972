/**
 * What we promise integrators; `/public/docs/changelog` shows it. A change against one of these promises breaks the
 * API.
 */
export const VERSIONING = {
  promise:
    'The API has no version in its address. What is published keeps working: a client that is written by these rules never has to be changed because of us.',
  compatible: [
    'new operations, and new optional fields and query parameters of a request;',
    'new members of an answer, of a webhook’s payload and new headers, in any order: skip what you do not know;',
    'new values of texts in answers, such as orderStatus, carrier or a changelog’s kind: treat an unknown one as “something else”;',
    'new event types of the webhook: answer them with 200 and skip them;',
    'other words in error, in descriptions and in notes: they are for people, programs decide by code;',
    'a limit that is raised, an answer where there was a refusal, and ids, tokens and links that look different: they are opaque.',
  ],
  rules: [
    'code is a closed list: a new code is announced here 30 days before an operation answers it. The status of a code never changes.',
    'Nothing that is published is renamed, removed or made stricter without notice. It is announced as deprecated in the changelog, and by the header Deprecation (RFC 9745) on the answers that it concerns, at least 12 months ahead; what takes its place is there from that day.',
    'Two things are changed at once: what endangers accounts or money, and what answers otherwise than this page says. Both stand in the changelog as fixed.',
  ],
} as const;
