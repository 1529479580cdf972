import { ActivityActor, type ActivityAuthor } from '@parcelyard/contracts/activity';
import type { Authorization } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';

/** Returns the actor of an entry in the activity log: the app or the access token that has this authorization. */
export const activityAuthor = (
  surface: 'mcp' | 'rest',
  { connectionKind, appName, issuedAt }: Pick<Authorization, 'connectionKind' | 'appName' | 'issuedAt'>,
): ActivityAuthor =>
  connectionKind === ConnectionKind.APP
    ? { actor: ActivityActor.APP, surface, appName, tokenIssuedAt: undefined }
    : { actor: ActivityActor.TOKEN, surface, appName: '', tokenIssuedAt: issuedAt };

/** The actor of an entry in the activity log when the signed-in owner acts. */
export const OWNER: ActivityAuthor = {
  actor: ActivityActor.OWNER,
  surface: 'web',
  appName: '',
  tokenIssuedAt: undefined,
};
