import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { readSetting } from '../platform/config.ts';
import { AccountDeleted } from '../platform/errors.ts';

/** The client of the user pool. It reads the function's credentials from the environment. */
const cognito = new CognitoIdentityProviderClient({});

/** A member's attributes in the user pool. */
export interface MemberAttributes {
  /** The attribute `sub`. */
  readonly userId: string;
  readonly email: string;
  /** The username chosen at registration, if any. */
  readonly preferredUsername: string | undefined;
  /** Whether the member has confirmed their registration. */
  readonly isConfirmed: boolean;
  /** Whether sign-in asks for a code of an authenticator app. */
  readonly hasTotp: boolean;
}

/**
 * Fetches a member's attributes from the user pool.
 *
 * @param username - the member's username in the pool, from the access token, or their email: Cognito accepts both
 * @throws AccountDeleted if the pool has no such user
 */
export async function fetchMemberAttributes(username: string): Promise<MemberAttributes> {
  const {
    UserAttributes = [],
    UserStatus,
    UserMFASettingList = [],
  } = await cognito
    .send(new AdminGetUserCommand({ UserPoolId: readSetting('USER_POOL_ID'), Username: username }))
    .catch((error: unknown) => {
      throw error instanceof UserNotFoundException ? new AccountDeleted() : error;
    });
  const findValue = (name: string) => UserAttributes.find((attribute) => attribute.Name === name)?.Value;

  return {
    userId: findValue('sub') ?? '',
    email: findValue('email') ?? '',
    preferredUsername: findValue('preferred_username'),
    isConfirmed: UserStatus !== 'UNCONFIRMED',
    hasTotp: UserMFASettingList.includes('SOFTWARE_TOKEN_MFA'),
  };
}

/**
 * Returns whether a member exists in the user pool.
 *
 * @param username - the member's username in the pool, which is their ID because members sign in by email
 * @throws the error of Cognito, unless it means that the pool has no such user
 */
export async function hasCognitoUser(username: string): Promise<boolean> {
  try {
    await cognito.send(new AdminGetUserCommand({ UserPoolId: readSetting('USER_POOL_ID'), Username: username }));
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
}

/**
 * Deletes a member from the user pool, which prevents sign-in and token refresh. Idempotent.
 *
 * @param username - the member's username in the pool, which is their ID because members sign in by email
 */
export async function deleteCognitoUser(username: string): Promise<void> {
  try {
    await cognito.send(new AdminDeleteUserCommand({ UserPoolId: readSetting('USER_POOL_ID'), Username: username }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}
