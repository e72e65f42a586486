import { AdminGetUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { setting } from '../platform/config.ts';

const cognito = new CognitoIdentityProviderClient({});

/** What the user pool knows of a member. */
export interface MemberAttributes {
  readonly email: string;
  /** The name that they chose when registering, when they did. */
  readonly preferredUsername: string | undefined;
}

/**
 * Asks the user pool for a member's attributes.
 *
 * @param username - the pool's own name for the member, from the access token
 */
export async function memberAttributes(username: string): Promise<MemberAttributes> {
  const { UserAttributes = [] } = await cognito.send(
    new AdminGetUserCommand({ UserPoolId: setting('USER_POOL_ID'), Username: username }),
  );
  const value = (name: string) => UserAttributes.find((attribute) => attribute.Name === name)?.Value;
  return { email: value('email') ?? '', preferredUsername: value('preferred_username') };
}
