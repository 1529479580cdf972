import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLocalStack } from '@parcelyard/testing/with-local-stack';

/** The parts of `stack.json` that a judge needs. */
export interface RunningStack {
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly engines: { readonly mongo: { readonly uri: string } };
  readonly demo: { readonly accessToken: string; readonly email: string; readonly password: string };
}

/** Starts the product on its own data. `work` gets the content of the product's `stack.json`. */
export const withStack = <Result>(
  work: (stack: RunningStack) => Promise<Result>,
  environment: Readonly<Record<string, string>> = {},
  parent?: string,
): Promise<Result> =>
  withLocalStack(
    environment,
    (dataDir) =>
      work({ dataDir, ...JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')) } as RunningStack),
    parent,
  );
