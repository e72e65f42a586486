import { AdminInitiateAuthCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { readSetting } from '../platform/config.ts';
import { loadSecret } from '../platform/secret.ts';
import { CheckFailed } from './check-site.ts';

const client = new CognitoIdentityProviderClient({});

/**
 * Signs the canary member in, and returns an access token.
 *
 * Uses the app client `Canary`. Signing in through it needs an IAM permission, so browsers can't use it.
 *
 * @throws CheckFailed if Cognito requires a further step, such as a new password
 */
export async function signIn(): Promise<string> {
  const { AuthenticationResult: tokens, ChallengeName: challenge } = await client.send(
    new AdminInitiateAuthCommand({
      UserPoolId: readSetting('USER_POOL_ID'),
      ClientId: readSetting('CANARY_CLIENT_ID'),
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: readSetting('CANARY_EMAIL'), PASSWORD: await loadSecret('CANARY_SECRET_ARN') },
    }),
  );
  if (!tokens?.AccessToken) throw new CheckFailed('sign-in', `Cognito requires ${challenge}`);

  return tokens.AccessToken;
}
