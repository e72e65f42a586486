import { contract } from '../../shared/contract/contract.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';

/** A member of a local cloud, with a valid token. */
export interface Login {
  readonly userId: string;
  readonly accessToken: string;
}

/**
 * Registers a member of a local cloud, and signs in.
 *
 * @param number - makes the email and the username unique in the cloud
 * @throws Error if a request fails
 */
export async function registerMember(config: RuntimeConfig, number: number): Promise<Login> {
  const email = `member${number}@fathom.example`;
  const password = 'coral-reef-7';

  const callUserPool = async (operation: string, input: object) => {
    const response = await fetch(config.userPoolEndpoint!, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ ClientId: config.userPoolClientId, ...input }),
    });
    if (!response.ok) throw new Error(`${operation} returned ${response.status}: ${await response.text()}`);

    return (await response.json()) as { AuthenticationResult: { AccessToken: string } };
  };

  const registerResponse = await fetch(`${config.apiUrl}${contract.credentials.register.path}`, {
    method: contract.credentials.register.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, username: `Member ${number}` }),
  });
  if (!registerResponse.ok) {
    throw new Error(`register returned ${registerResponse.status}: ${await registerResponse.text()}`);
  }

  const { AuthenticationResult } = await callUserPool('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  const { AccessToken: accessToken } = AuthenticationResult;

  // The second part of a JWT contains its claims.
  const [, claims = ''] = accessToken.split('.');
  const userId = JSON.parse(Buffer.from(claims, 'base64url').toString()).sub;

  return { userId, accessToken };
}
