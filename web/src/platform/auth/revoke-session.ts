import { runtimeConfig } from '../runtime-config.ts';
import type { TakenSession } from './stored-session.ts';

/**
 * Revokes a session that is no longer stored. The request is completed even if the page closes.
 *
 * Doesn't use Amplify: it revokes only the stored session, and removes the session only after the response.
 */
export async function revokeSession({ refreshToken }: TakenSession): Promise<void> {
  const { region, userPoolClientId, userPoolEndpoint } = await runtimeConfig();
  await fetch(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
    method: 'POST',
    keepalive: true,
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.RevokeToken',
    },
    body: JSON.stringify({ ClientId: userPoolClientId, Token: refreshToken }),
  });
}
