import {
  AdminDeleteUserCommand,
  type CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { hideAccount } from '../../../lambdas/table/pending-purge.ts';

/**
 * Deletes an account like `DELETE /users/delete`.
 *
 * Hides the account everywhere immediately, and removes the sign-in. The hourly purge deletes the rest. Idempotent. The
 * environment variable `TABLE_NAME` names the table.
 */
export async function deleteMember(
  { cognito, userPoolId }: { readonly cognito: CognitoIdentityProviderClient; readonly userPoolId: string },
  userId: string,
): Promise<void> {
  await hideAccount(userId);

  try {
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: userId }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}
