import { page } from '../routing/answer';
import type { OwnerPageRequest } from '../routing/page-request';
import { ownerForm, ownerPage, type Route } from '../routing/route';
import { Card, Facts, PageHead } from '../view/blocks';
import type { WebDependencies } from '../web-dependencies';
import { AccessTokenCard, pressAccessTokenCard, replaceKeyQuestion } from './access-token-card';
import { ClientSetUps } from './mcp-clients';

const PATH = '/settings/mcp';
const PLACEHOLDER = '<API KEY>';

/**
 * How to connect a client to the MCP endpoint. The text to copy contains the key only after the owner has asked for it.
 */
export const mcpRoutes = ({ clients, baseUrl }: WebDependencies): Route[] => {
  const endpoint = `${baseUrl}/mcp`;
  const show = async (request: OwnerPageRequest) => {
    const state = await pressAccessTokenCard(clients, request);
    const key = state.shown?.token;
    return page(
      'MCP',
      <>
        <PageHead
          title="MCP"
          lead="Let an AI assistant ship your orders. It shows you every purchase before it is made."
        />
        <div class="stack">
          <Card title="Endpoint">
            <Facts
              rows={[
                ['Address', <code>{endpoint}</code>],
                ['Transport', 'Streamable HTTP'],
                [
                  'Sign-in',
                  'With the API key below, or through your browser (OAuth) if your client supports it',
                ],
              ]}
            />
          </Card>
          <AccessTokenCard state={state} path={PATH} />
          <Card
            title="Set up a client"
            lead={
              key
                ? 'Your key is filled in. Copy and paste.'
                : `Press Show API key to replace ${PLACEHOLDER} with your key.`
            }
          >
            <ClientSetUps endpoint={endpoint} accessKey={key ?? PLACEHOLDER} />
          </Card>
        </div>
      </>,
      state.problem === undefined ? {} : { status: 400 },
    );
  };
  return [ownerPage(PATH, show), ownerForm(PATH, show), replaceKeyQuestion(clients, PATH)];
};
