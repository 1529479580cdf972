import { page, redirect } from '../routing/answer';
import type { OwnerPageRequest } from '../routing/page-request';
import { ownerForm, ownerPage, type Route } from '../routing/route';
import { Card, Facts, PageHead, Snippet } from '../view/blocks';
import type { WebDependencies } from '../web-dependencies';
import { AccessTokenCard, pressAccessTokenCard, replaceKeyQuestion } from './access-token-card';
import { exports } from './api-docs/guide/first-label';

const PATH = '/settings/api';

/** The page with the access token and the places where it is used. */
export const accessTokenRoutes = ({ clients, baseUrl }: WebDependencies): Route[] => {
  const show = async (request: OwnerPageRequest) => {
    const state = await pressAccessTokenCard(clients, request);
    return page(
      'API integration',
      <>
        <PageHead
          title="API integration"
          lead="Let your own programs create orders, compare rates and buy labels."
        />
        <div class="stack">
          <AccessTokenCard state={state} path={PATH} />
          <Card title="REST API" lead="Send the key with every request, as a bearer token.">
            <Facts
              rows={[
                ['Address', <code>{`${baseUrl}/public`}</code>],
                ['Guide', <a href="/public/docs">{`${baseUrl}/public/docs`}</a>],
                ['Reference', <a href="/public/docs/reference">{`${baseUrl}/public/docs/reference`}</a>],
                ['OpenAPI', <a href="/public/openapi.json">{`${baseUrl}/public/openapi.json`}</a>],
              ]}
            />
            <p>
              To use the examples of the <a href="/public/docs">guide</a>, paste this into a terminal:
            </p>
            <Snippet label="Address and key for the terminal">{exports(baseUrl, state.shown?.token)}</Snippet>
            <Snippet label="First call">
              {`curl -s ${baseUrl}/public/orders -H 'Authorization: Bearer ${state.shown?.token ?? '<API KEY>'}'`}
            </Snippet>
          </Card>
        </div>
      </>,
      state.problem === undefined ? {} : { status: 400 },
    );
  };
  return [
    // People who look for settings try this address.
    ownerPage('/settings', () => redirect(PATH)),
    ownerPage(PATH, show),
    ownerForm(PATH, show),
    replaceKeyQuestion(clients, PATH),
  ];
};
