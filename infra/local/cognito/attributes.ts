import { AwsError } from '../http/aws-json-server.ts';
import { toMfaSettings } from './mfa.ts';
import { defineOperation, type Operations, type Pool, requireAccess, requireSignedInUser } from './operation.ts';
import type { Client } from './settings.ts';
import { toAttributeList, type User } from './users.ts';

type Attributes = Readonly<Record<string, string>>;

/** Operations that read and change attributes. A new email replaces the old email when its code is entered. */
export const attributeOperations = {
  GetUser: defineOperation(['AccessToken'], async (pool, { AccessToken }) => {
    const { user, client } = requireAccess(pool, AccessToken);
    return { Username: user.id, UserAttributes: toAttributeList(user, client), ...toMfaSettings(user) };
  }),

  UpdateUserAttributes: defineOperation(['AccessToken', 'UserAttributes'], async (pool, input) => {
    const { user, client } = requireAccess(pool, input.AccessToken);
    requireWritable(client, input.UserAttributes);

    const CodeDeliveryDetailsList = updateAttributes(pool, user, input.UserAttributes);
    await pool.users.save();
    return { CodeDeliveryDetailsList };
  }),

  AdminUpdateUserAttributes: defineOperation(['UserPoolId', 'Username', 'UserAttributes'], async (pool, input) => {
    const user = pool.users.require(input.Username);
    if ('sub' in input.UserAttributes) {
      throw new AwsError('InvalidParameterException', 'Cannot modify the non-mutable attribute sub');
    }

    updateAttributes(pool, user, input.UserAttributes);
    await pool.users.save();
    return {};
  }),

  GetUserAttributeVerificationCode: defineOperation(['AccessToken', 'AttributeName'], async (pool, { AccessToken }) => {
    const user = requireSignedInUser(pool, AccessToken);
    pool.attempts.count(`GetUserAttributeVerificationCode ${user.id}`);
    // Without a pending email, the code goes to the current email.
    const CodeDeliveryDetails = pool.codes.send(user, 'verifyEmail', user.pendingEmail);
    await pool.users.save();
    return { CodeDeliveryDetails };
  }),

  VerifyUserAttribute: defineOperation(
    ['AccessToken', 'AttributeName', 'Code'],
    async (pool, { AccessToken, Code }) => {
      const user = requireSignedInUser(pool, AccessToken);
      pool.codes.check(user, 'verifyEmail', Code);
      // Another member may have registered the email since the code was sent.
      requireFreeAlias(pool, user, user.pendingEmail);

      writeAttributes(pool, user, { ...(user.pendingEmail && { email: user.pendingEmail }), email_verified: 'true' });
      await pool.users.save();
      return {};
    },
  ),
} satisfies Operations;

/** @throws AwsError NotAuthorizedException unless the client may write all of these attributes. */
export function requireWritable({ WriteAttributes }: Client, changes: Attributes): void {
  if (Object.keys(changes).every((name) => WriteAttributes.includes(name))) return;
  throw new AwsError('NotAuthorizedException', 'A client attempted to write unauthorized attribute');
}

/**
 * Changes attributes. A new email stays pending and gets a code, unless an administrator also marks it as verified.
 * The caller saves the user.
 *
 * @returns the delivery of the code, if one was sent
 * @throws AwsError if the new email is invalid, or belongs to another user.
 */
function updateAttributes(pool: Pool, user: User, changes: Attributes) {
  const { email: newEmail, ...otherChanges } = changes;
  const email = newEmail?.trim().toLowerCase();
  if (email !== undefined && !isEmail(email)) {
    throw new AwsError('InvalidParameterException', 'Invalid email address format.');
  }

  requireFreeAlias(pool, user, email);
  const isNewEmail = email !== undefined && email !== user.attributes.email;
  if (!isNewEmail || otherChanges.email_verified === 'true') {
    writeAttributes(pool, user, { ...otherChanges, ...(email !== undefined && { email }) });
    return [];
  }

  writeAttributes(pool, user, otherChanges);
  user.pendingEmail = email;
  return [pool.codes.send(user, 'verifyEmail', email)];
}

/** Writes attributes without a check. Writing `email` or `email_verified` cancels a pending email and its code. */
function writeAttributes({ now }: Pool, user: User, changes: Attributes): void {
  user.attributes = { ...user.attributes, ...changes };
  user.modifiedAt = now().getTime();

  if (!('email' in changes || 'email_verified' in changes)) return;
  user.pendingEmail = undefined;
  delete user.codes.verifyEmail;
}

/** @throws AwsError AliasExistsException if another user has the email. */
function requireFreeAlias({ users }: Pool, user: User, email: string | undefined): void {
  const owner = email === undefined ? undefined : users.find(email);
  if (!owner || owner === user) return;
  throw new AwsError('AliasExistsException', 'An account with the email already exists.');
}

/** Returns whether a text has the form of an email address. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}
