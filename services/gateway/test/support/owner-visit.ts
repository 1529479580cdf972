import { createVisitor, formOf, type VisitedPage, type Visitor } from '@parcelyard/testing/visitor';
import { fakeOwners, PASSWORD } from './fake-owners';
import { type Options, startGateway, type TestGateway } from './start-gateway';

export interface OwnerVisit {
  readonly gateway: TestGateway;
  readonly visitor: Visitor;
  /** Returns the methods of services that were called since this function was last called. */
  called(): string[];
}

/** Starts a gateway and opens it as a signed-in owner. The test defines the services. */
export async function visitAsOwner(options: Partial<Options> = {}): Promise<OwnerVisit> {
  const gateway = await startGateway({ auth: fakeOwners(), baseUrl: 'http://127.0.0.1', ...options });
  const visitor = createVisitor(gateway.url);
  const fields = { email: 'ada@example.com', password: PASSWORD };
  await visitor.press(await visitor.open('/signin'), 'Sign in', fields);
  return { gateway, visitor, called: () => gateway.calls.splice(0).map(({ method }) => method) };
}

/** Sends the form of this button without the token that protects it. */
export function pressWithoutToken(visitor: Visitor, page: VisitedPage, button: string): Promise<Response> {
  const { action, values } = formOf(page, button);
  const body = new URLSearchParams({ ...values, csrf: '' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return visitor.send(action, { method: 'POST', headers, body });
}
