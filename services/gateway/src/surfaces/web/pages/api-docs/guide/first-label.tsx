import type { ComponentChildren } from 'preact';
import { Card } from '../../../view/blocks';
import { Step } from '../../../view/step';
import { CodeBlock, CodeInLanguages } from '../code-block';
import type { GuidePage } from '../guide-page';
import { LanguageChoice } from '../language-choice';
import { WALK_LANGUAGES, type WalkLanguage } from '../languages';
import { CURL_WALK } from '../walk/curl-walk';
import { PYTHON_WALK } from '../walk/python-walk';
import { TYPESCRIPT_WALK } from '../walk/typescript-walk';
import type { Walk, WalkStepName } from '../walk/walk-step-names';

const WALKS: Readonly<Record<WalkLanguage, Walk>> = {
  curl: CURL_WALK,
  typescript: TYPESCRIPT_WALK,
  python: PYTHON_WALK,
};

/** The page for newcomers with a browser and a terminal: code to copy, step by step, up to a sandbox label. */
export const FIRST_LABEL = ({ baseUrl }: { readonly baseUrl: string }): GuidePage => ({
  path: '/public/docs',
  title: 'Buy your first label',
  short: 'First label',
  description:
    'Customers, orders, rates, labels, pickups and webhooks of one shipping account over REST. Copy the blocks one after the other to buy a label.',
  body: (
    <>
      <Card>
        <p>
          Carriers and payments are a sandbox unless the operator of this server says otherwise. In a sandbox,
          no real money moves. Amounts are in US dollars, weights in ounces, lengths in inches, times in UTC.
        </p>
        <LanguageChoice languages={WALK_LANGUAGES} />
        <ol class="steps">
          <Step title="Create an account and get its API key">
            <p>
              <a href="/signup">Sign up</a>, open <a href="/settings/api">API integration</a> and press Show
              API key. That page then shows these two lines with your key. Paste them into a terminal.
            </p>
            <CodeBlock id="walk-key" label="Address and key for the terminal">
              {exports(baseUrl)}
            </CodeBlock>
          </Step>
          <Step title="Set up payment for labels">
            <p>
              A new account has no balance. On <a href="/settings/billing">Billing</a> set the auto-recharge
              amount to 25 and save it. The payment method then adds money when a label needs it.
            </p>
          </Step>
          <CodeStep name="setUp" title="Set up your tools">
            <p class="in-curl">Needs curl and Python 3. Python reads values from the responses.</p>
            <p class="in-typescript">
              Needs Node.js 20 or later. Run this step in the terminal. Copy the code of the next steps, in
              order, into a file <code>label.mjs</code> and run <code>node label.mjs</code>. Node runs the
              file without a build, and TypeScript can check it.
            </p>
            <p class="in-python">
              Needs Python 3 with requests. Run this step in the terminal. Copy the code of the next steps, in
              order, into a file <code>label.py</code> and run <code>python3 label.py</code>, or paste them
              into an interactive Python.
            </p>
          </CodeStep>
          <CodeStep name="order" title="Create an order">
            <p>An invoice number belongs to one order, so this example makes it from the current time.</p>
          </CodeStep>
          <CodeStep name="rates" title="Get rates">
            <p>
              Weight is in ounces, sides are in inches. The cheapest rate is first. A rate is valid for 24
              hours, and you pay exactly the price that it shows.
            </p>
          </CodeStep>
          <CodeStep name="purchase" title="Buy the cheapest label">
            <p>
              <code>maxCharge</code> limits the total charge. The Idempotency-Key makes it safe to send the
              request again: only one label is bought.
            </p>
          </CodeStep>
          <CodeStep name="tracking" title="See where the parcel is" />
          <CodeStep name="print" title="Get the label as a PDF, 4 by 6 inches">
            <p>
              The URL of a label works without a key, so that a printer can fetch it. Anyone with the URL can
              read the label.
            </p>
          </CodeStep>
          <CodeStep name="void" title="Void the label">
            <p>
              The label is no longer valid, and its postage is refunded. The order is ready to ship again.
            </p>
          </CodeStep>
        </ol>
      </Card>
    </>
  ),
});

/** Returns the shell variables of every sample: the API's address and the key. */
export const exports = (baseUrl: string, accessToken = '<your API key>'): string =>
  `export BASE_URL='${baseUrl}'\nexport ACCESS_TOKEN='${accessToken}'`;

interface CodeStepProps {
  name: WalkStepName;
  title: string;
  children?: ComponentChildren;
}

const CodeStep = ({ name, title, children }: CodeStepProps) => (
  <Step title={title}>
    {children}
    <CodeInLanguages
      name={`walk-${name}`}
      label={title}
      code={{ curl: WALKS.curl[name], typescript: WALKS.typescript[name], python: WALKS.python[name] }}
    />
  </Step>
);
