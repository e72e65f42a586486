import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../aws-json-server.ts';
import { deliveryDetails, expiredCode } from './codes.ts';
import { attributes, code, newPassword, operation, record, requireClient, text, username } from './operation.ts';
import { requireValidPassword } from './passwords.ts';
import type { User } from './users.ts';

/** Attributes that only the pool itself sets. */
const READ_ONLY = ['sub', 'email_verified', 'phone_number_verified'];

const signUp = operation(
  'SignUp',
  z.object({
    ClientId: text,
    Username: username,
    Password: newPassword,
    UserAttributes: attributes,
    ValidationData: attributes,
    ClientMetadata: record.optional(),
  }),
  async (pool, { ClientId, Username: email, Password, UserAttributes, ValidationData, ClientMetadata }, caller) => {
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
      throw new AwsError('InvalidParameterException', 'Username should be an email.');
    }
    requireClient(pool, ClientId);
    requireValidPassword(pool.policy, Password);
    pool.users.requireFreeEmail(email);
    if (READ_ONLY.some((name) => name in UserAttributes)) {
      throw new AwsError('NotAuthorizedException', 'A client attempted to write unauthorized attribute');
    }
    const id = randomUUID();
    const cause = { caller, ClientId, ClientMetadata };
    const given = { ...UserAttributes, email };
    const { autoConfirmUser, autoVerifyEmail } = await pool.triggers.preSignUp(id, given, ValidationData, cause);
    // Another sign-up with this email may have finished while the trigger ran.
    pool.users.requireFreeEmail(email);
    const createdAt = pool.now().getTime();
    const user: User = {
      id,
      createdAt,
      modifiedAt: createdAt,
      status: autoConfirmUser ? 'CONFIRMED' : 'UNCONFIRMED',
      attributes: { ...given, sub: id, ...(autoVerifyEmail && { email_verified: 'true' }) },
      verifier: pool.proofs.verifierFor(id, Password),
      codes: {},
      sessions: [],
    };
    pool.users.add(user);
    const CodeDeliveryDetails = autoConfirmUser ? undefined : pool.codes.send(user, 'confirmSignUp');
    await pool.users.save();
    if (autoConfirmUser) await pool.triggers.postConfirmation('ConfirmSignUp', user, cause);
    return { UserConfirmed: autoConfirmUser, UserSub: id, CodeDeliveryDetails };
  },
);

const confirmSignUp = operation(
  'ConfirmSignUp',
  z.object({ ClientId: text, Username: username, ConfirmationCode: code, ClientMetadata: record.optional() }),
  async (pool, { ClientId, Username, ConfirmationCode, ClientMetadata }, caller) => {
    requireClient(pool, ClientId);
    const user = pool.users.find(Username);
    if (!user) throw expiredCode();
    requireUnconfirmed(user);
    pool.codes.check(user, 'confirmSignUp', ConfirmationCode);
    pool.codes.useUp(user, 'confirmSignUp');
    user.status = 'CONFIRMED';
    user.attributes.email_verified = 'true';
    user.modifiedAt = pool.now().getTime();
    await pool.users.save();
    await pool.triggers.postConfirmation('ConfirmSignUp', user, { caller, ClientId, ClientMetadata });
    return {};
  },
);

const resendConfirmationCode = operation(
  'ResendConfirmationCode',
  z.object({ ClientId: text, Username: username }),
  async (pool, { ClientId, Username }) => {
    requireClient(pool, ClientId);
    pool.codes.countRequest('ResendConfirmationCode', Username);
    const user = pool.users.find(Username);
    if (!user) return { CodeDeliveryDetails: deliveryDetails(Username) };
    if (user.status !== 'UNCONFIRMED') {
      throw new AwsError('InvalidParameterException', 'User is already confirmed.');
    }
    const CodeDeliveryDetails = pool.codes.send(user, 'confirmSignUp');
    await pool.users.save();
    return { CodeDeliveryDetails };
  },
);

const adminConfirmSignUp = operation(
  'AdminConfirmSignUp',
  z.object({ Username: username, ClientMetadata: record.optional() }),
  async (pool, { Username, ClientMetadata }, caller) => {
    const user = pool.users.require(Username);
    requireUnconfirmed(user);
    user.status = 'CONFIRMED';
    user.modifiedAt = pool.now().getTime();
    await pool.users.save();
    await pool.triggers.postConfirmation('ConfirmSignUp', user, { caller, ClientMetadata });
    return {};
  },
);

/** @throws AwsError NotAuthorizedException */
function requireUnconfirmed({ status }: User): void {
  if (status !== 'UNCONFIRMED') {
    throw new AwsError('NotAuthorizedException', `User cannot be confirmed. Current status is ${status}`);
  }
}

/** Operations that register and confirm members. */
export const registration = [signUp, confirmSignUp, resendConfirmationCode, adminConfirmSignUp];
