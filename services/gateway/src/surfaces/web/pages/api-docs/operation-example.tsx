import { restRoutes } from '../../../rest/routes';
import type { ListedOperation } from './api-document';
import { CodeBlock, CodeInLanguages } from './code-block';
import { snippetsOf } from './snippets/snippets-of';

/** One working call in every language, and its answer. */
export const OperationExample = ({ method, path, operation }: ListedOperation) => {
  const { operationId, summary, responses } = operation;
  const route = restRoutes.find((each) => each.operationId === operationId);
  const answer = Object.values(responses)
    .map(({ content }) => content['application/json'].example)
    .find((example) => example !== undefined);
  return (
    route?.example && (
      <>
        <CodeInLanguages name={operationId} label={summary} code={snippetsOf(route)} />
        <details>
          <summary>Its answer</summary>
          <CodeBlock id={`${operationId}-answer`} label={`Answer of ${method} ${path}`}>
            {JSON.stringify(answer, null, 2)}
          </CodeBlock>
        </details>
      </>
    )
  );
};
