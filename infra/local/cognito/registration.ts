import { randomUUID } from 'node:crypto';
import { AwsError } from '../http/aws-json-server.ts';
import { isEmail, requireWritable } from './attributes.ts';
import { buildExpiredCodeError, toDeliveryDetails } from './codes.ts';
import { defineOperation, type Operations, type Pool, requireClient } from './operation.ts';
import { requireValidPassword } from './passwords.ts';
import type { TriggerCause } from './triggers.ts';
import type { User } from './users.ts';

/** Operations that register and confirm users. */
export const registrationOperations = {
  SignUp: defineOperation(
    ['ClientId', 'Username', 'Password', 'UserAttributes', 'ValidationData', 'ClientMetadata'],
    async (pool, { Username: email, Password, ...input }, caller) => {
      if (!isEmail(email)) throw new AwsError('InvalidParameterException', 'Username should be an email.');

      requireWritable(requireClient(pool, input.ClientId), input.UserAttributes);
      requireValidPassword(pool.policy, Password);

      const id = randomUUID();
      const cause = { ...input, caller };
      const attributes = { ...input.UserAttributes, email };
      const { autoConfirmUser, autoVerifyEmail } = await pool.triggers.runPreSignUp(id, attributes, cause);
      // Checks the email after the trigger, as on AWS. So a sign-up that the trigger rejects doesn't reveal whether the
      // email exists.
      pool.users.requireFreeEmail(email);

      const createdAt = pool.now().getTime();
      const user: User = {
        id,
        createdAt,
        modifiedAt: createdAt,
        status: 'UNCONFIRMED',
        attributes: { ...attributes, sub: id, ...(autoVerifyEmail && { email_verified: 'true' }) },
        verifier: pool.proofs.createVerifier(id, Password),
        codes: {},
        sessions: [],
        devices: [],
      };
      pool.users.add(user);

      if (autoConfirmUser) {
        await confirm(pool, user, cause);
        return { UserConfirmed: true, UserSub: id };
      }

      const CodeDeliveryDetails = pool.codes.send(user, 'confirmSignUp');
      await pool.users.save();

      return { UserConfirmed: false, UserSub: id, CodeDeliveryDetails };
    },
  ),

  ConfirmSignUp: defineOperation(
    ['ClientId', 'Username', 'ConfirmationCode', 'ClientMetadata'],
    async (pool, input, caller) => {
      requireClient(pool, input.ClientId);
      const user = pool.users.find(input.Username);
      if (!user) throw buildExpiredCodeError();
      requireUnconfirmed(user);
      pool.codes.check(user, 'confirmSignUp', input.ConfirmationCode);

      delete user.codes.confirmSignUp;
      user.attributes.email_verified = 'true';
      await confirm(pool, user, { ...input, caller });
      return {};
    },
  ),

  AdminConfirmSignUp: defineOperation(['UserPoolId', 'Username', 'ClientMetadata'], async (pool, input, caller) => {
    const user = pool.users.require(input.Username);
    requireUnconfirmed(user);
    await confirm(pool, user, { ...input, caller });
    return {};
  }),

  ResendConfirmationCode: defineOperation(['ClientId', 'Username'], async (pool, { ClientId, Username }) => {
    requireClient(pool, ClientId);
    pool.attempts.count(`ResendConfirmationCode ${Username}`);
    const user = pool.users.find(Username);
    // Limit and response are the same for unknown users, so that callers can't find out who exists.
    if (!user) return { CodeDeliveryDetails: toDeliveryDetails(Username) };
    if (user.status !== 'UNCONFIRMED') throw new AwsError('InvalidParameterException', 'User is already confirmed.');

    const CodeDeliveryDetails = pool.codes.send(user, 'confirmSignUp');
    await pool.users.save();
    return { CodeDeliveryDetails };
  }),
} satisfies Operations;

/** @throws AwsError NotAuthorizedException if the user is already confirmed. */
function requireUnconfirmed({ status }: User): void {
  if (status === 'UNCONFIRMED') return;
  throw new AwsError('NotAuthorizedException', `User cannot be confirmed. Current status is ${status}`);
}

/** Marks a user as confirmed, saves it, and runs the trigger. */
async function confirm({ users, triggers, now }: Pool, user: User, cause: TriggerCause): Promise<void> {
  user.status = 'CONFIRMED';
  user.modifiedAt = now().getTime();
  await users.save();
  await triggers.runPostConfirmation('ConfirmSignUp', user, cause);
}
