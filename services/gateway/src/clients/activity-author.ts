import { ActivityActor, type ActivityAuthor } from '@parcelyard/contracts/activity';
import type { Authorization } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';

/** Returns the author of calls with a token, in the form of the activity log. */
export const activityAuthor = (
  surface: 'mcp' | 'rest',
  { connectionKind, appName, issuedAt }: Pick<Authorization, 'connectionKind' | 'appName' | 'issuedAt'>,
): ActivityAuthor =>
  connectionKind === ConnectionKind.APP
    ? { actor: ActivityActor.APP, surface, appName, tokenIssuedAt: undefined }
    : { actor: ActivityActor.TOKEN, surface, appName: '', tokenIssuedAt: issuedAt };

/** The author of actions of the signed-in owner in the web application. */
export const OWNER: ActivityAuthor = {
  actor: ActivityActor.OWNER,
  surface: 'web',
  appName: '',
  tokenIssuedAt: undefined,
};
