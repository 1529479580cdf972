import { ActivityActor, type ActivityAuthor } from '@parcelyard/contracts/activity';
import type { Authorization } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';

/** Returns who acts with this token, as the activity log names them. */
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
