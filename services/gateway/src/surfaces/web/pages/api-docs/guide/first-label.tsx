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

/**
 * The page for newcomers with a browser and a terminal: the code to copy, step by step, until they have a sandbox
 * label.
 */
export const FIRST_LABEL = ({ baseUrl }: { readonly baseUrl: string }): GuidePage => ({
  path: '/public/docs',
  title: 'From nothing to a label',
  short: 'First label',
  description:
    'Customers, orders, rates, labels, pickups and webhooks of one shipping account over REST. Copy one block after the other, and you have a label.',
  body: (
    <>
      <Card>
        <p>
          Carriers and payments are a sandbox unless the operator of this address says otherwise: no real
          money moves. Amounts are US dollars, weights ounces, lengths inches, times UTC.
        </p>
        <LanguageChoice languages={WALK_LANGUAGES} />
        <ol class="steps">
          <Step title="Make an account and get its API key">
            <p>
              <a href="/signup">Sign up</a>, open <a href="/settings/api">API integration</a> and press Show
              API key. That page then shows these two lines with your key in them; paste them into a terminal.
            </p>
            <CodeBlock id="walk-key" label="Address and key for the terminal">
              {exports(baseUrl)}
            </CodeBlock>
          </Step>
          <Step title="Let the account pay for labels">
            <p>
              A new account has no money in it. On <a href="/settings/billing">Billing</a> set the
              auto-recharge amount to 25 and save it: from then on the payment method fills the balance up
              when a label needs it.
            </p>
          </Step>
          <CodeStep name="setUp" title="Set your tools up">
            <p class="in-curl">Needs curl and Python 3, which reads values out of answers.</p>
            <p class="in-typescript">
              Needs Node.js 20 or later. This step belongs into the terminal. Put the following ones, one
              behind the other, into a file <code>label.mjs</code> and run <code>node label.mjs</code>; Node
              runs them as they are, and TypeScript checks them.
            </p>
            <p class="in-python">
              Needs Python 3 with requests. This step belongs into the terminal. Put the following ones, one
              behind the other, into a file <code>label.py</code> and run <code>python3 label.py</code>, or
              paste them into an interactive Python.
            </p>
          </CodeStep>
          <CodeStep name="order" title="Create an order">
            <p>An invoice number belongs to one order, so this one is made from the time.</p>
          </CodeStep>
          <CodeStep name="rates" title="Ask what it costs to ship">
            <p>
              Weight in ounces, sides in inches. Rates are listed cheapest first and hold for 24 hours; the
              one that you choose is bought exactly as it was offered.
            </p>
          </CodeStep>
          <CodeStep name="purchase" title="Buy the cheapest label">
            <p>
              <code>maxCharge</code> caps everything that may be charged. The Idempotency-Key makes it safe to
              send the request again: it buys once.
            </p>
          </CodeStep>
          <CodeStep name="tracking" title="See where the parcel is" />
          <CodeStep name="print" title="Get the label as a PDF, 4 by 6 inches">
            <p>
              The address of a label works without a key, so that a printer can fetch it. Share it with care.
            </p>
          </CodeStep>
          <CodeStep name="void" title="Void it">
            <p>The label is dead and its postage comes back; the order is ready to be shipped again.</p>
          </CodeStep>
        </ol>
      </Card>
    </>
  ),
});

/** Returns the variables of every snippet: the API's address and the key. */
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
