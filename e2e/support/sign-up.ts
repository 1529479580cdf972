import { createVisitor, type Visitor } from '@parcelyard/testing/visitor';

export const PASSWORD = 'correct horse battery';

/** A person who has just signed up, with their browser. */
export interface Owner {
  readonly visitor: Visitor;
  readonly email: string;
  /** Returns the account's access token, as the settings page shows it after a click on this button. */
  apiKey(button?: 'Show API key' | 'Generate API key'): Promise<string>;
}

let counter = 0;

export async function signUp(baseUrl: string): Promise<Owner> {
  counter += 1;
  const email = `owner${process.pid}-${counter}@example.com`;
  const visitor = createVisitor(baseUrl);
  const person = { name: 'Ada Lovelace', email, password: PASSWORD };
  await visitor.press(await visitor.open('/signup'), 'Create account', person);
  return {
    visitor,
    email,
    apiKey: async (button = 'Show API key') => {
      const path = button === 'Show API key' ? '/settings/api' : '/settings/api/generate';
      const { html, status } = await visitor.press(await visitor.open(path), button);
      const [key] = /OAUTH2\.[\w-]{43}/.exec(html) ?? [];
      if (key === undefined) throw new Error(`No key after "${button}", but ${status} ${html}`);
      return key;
    },
  };
}
