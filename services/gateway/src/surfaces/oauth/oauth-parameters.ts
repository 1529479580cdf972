/** The parameters of a request, from its query or its form. */
export interface OAuthParameters {
  /** undefined when it is absent or empty, which mean the same (RFC 6749 §3.1). */
  get(name: string): string | undefined;
  all(name: string): readonly string[];
}

export const oauthParameters = (source: URLSearchParams): OAuthParameters => ({
  get: (name) => source.get(name) || undefined,
  all: (name) => source.getAll(name).filter((value) => value !== ''),
});
