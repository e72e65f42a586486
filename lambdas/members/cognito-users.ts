import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { setting } from '../platform/config.ts';
import { AccountDeleted } from '../platform/errors.ts';

const cognito = new CognitoIdentityProviderClient({});

/** What the user pool knows of a member. */
interface MemberAttributes {
  readonly email: string;
  /** The name that they chose when registering, when they did. */
  readonly preferredUsername: string | undefined;
}

/**
 * Asks the user pool for a member's attributes.
 *
 * @param username - the pool's own name for the member, from the access token
 * @throws AccountDeleted when there is no such member any more
 */
export async function memberAttributes(username: string): Promise<MemberAttributes> {
  const { UserAttributes = [] } = await cognito
    .send(new AdminGetUserCommand({ UserPoolId: setting('USER_POOL_ID'), Username: username }))
    .catch((error: unknown) => {
      throw error instanceof UserNotFoundException ? new AccountDeleted() : error;
    });
  const value = (name: string) => UserAttributes.find((attribute) => attribute.Name === name)?.Value;
  return { email: value('email') ?? '', preferredUsername: value('preferred_username') };
}

/**
 * Removes a member from the user pool: nobody can sign in as them, or renew a session. Repeated, it changes nothing.
 *
 * @param username - the pool's own name for the member: their id, since they sign in by email
 */
export async function removeSignIn(username: string): Promise<void> {
  try {
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId: setting('USER_POOL_ID'), Username: username }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}
