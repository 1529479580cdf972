import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';
import { withStack } from '../with-stack';

const VERSION = '2.77.0';

interface Report {
  readonly problems: readonly {
    ruleId: string;
    message: string;
    location: readonly { pointer?: string }[];
  }[];
}

/**
 * Allows members that the document does not name. Otherwise the rule would wrongly report members that are not named in
 * an `if`.
 */
const CONFIGURATION = `
extends: [recommended-strict]
rules:
  no-invalid-media-type-examples: { severity: error, allowAdditionalProperties: true }
`;

export const redocly: Judge = {
  name: 'Redocly',
  proves: "The published document follows Redocly's strictest rules, without an error or a warning.",
  needs: [],
  async judge(workshop) {
    const folder = await workshop.npm([`@redocly/cli@${VERSION}`]);
    const text = await withStack(async ({ baseUrl }) =>
      (await fetch(`${baseUrl}/public/openapi.json`)).text(),
    );
    writeFileSync(join(folder, 'openapi.json'), text);
    writeFileSync(join(folder, 'redocly.yaml'), CONFIGURATION);
    const { stdout, stderr } = await workshop.attempt(join(folder, 'node_modules/.bin/redocly'), [
      ...['lint', 'openapi.json', '--config', 'redocly.yaml', '--format', 'json'],
      // The rule is skipped, because it would report the address of the server in the document. During this run, the
      // server is on this machine.
      ...['--skip-rule', 'no-server-example.com'],
    ]);
    if (!stdout.includes('{')) throw new Error(`Redocly printed no result: ${stderr.slice(-1000)}`);
    const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
    return {
      version: VERSION,
      checked: Object.keys(JSON.parse(text).paths).length,
      faults: problems.map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`,
      ),
    };
  },
};
