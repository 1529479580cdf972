import { ActivityActor, type ActivityAuthor } from '@parcelyard/contracts/activity';
import type { Authorization } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';

/** Returns who makes the calls of this token, with the name that the activity log shows. */
export const activityAuthor = (
  surface: 'mcp' | 'rest',
  { connectionKind, appName, issuedAt }: Pick<Authorization, 'connectionKind' | 'appName' | 'issuedAt'>,
): ActivityAuthor =>
  connectionKind === ConnectionKind.APP
    ? { actor: ActivityActor.APP, surface, appName, tokenIssuedAt: undefined }
    : { actor: ActivityActor.TOKEN, surface, appName: '', tokenIssuedAt: issuedAt };

/** The signed-in owner, as the activity log names them. */
export const OWNER: ActivityAuthor = {
  actor: ActivityActor.OWNER,
  surface: 'web',
  appName: '',
  tokenIssuedAt: undefined,
};
