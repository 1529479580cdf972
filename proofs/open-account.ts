/**
 * Opens a separate account for a judge, with the local stack's partner key.
 * @returns the account's access token
 */
export async function openAccount(baseUrl: string, name: string): Promise<string> {
  const response = await fetch(`${baseUrl}/public/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-partner-key': 'local-partner-key' },
    body: JSON.stringify({ email: `${name}@example.com`, password: 'parcels by the dozen' }),
  });
  const { result, error } = (await response.json()) as { result?: { accessToken: string }; error?: string };
  if (!result) throw new Error(`No account for ${name}: ${error}`);
  return result.accessToken;
}
