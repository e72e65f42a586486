import { AwsError } from '../http/aws-json-server.ts';
import { buildWrongCodeError, toDeliveryDetails } from './codes.ts';
import { defineOperation, type Operations, type Pool, requireClient, requireSignedInUser } from './operation.ts';
import { buildWrongPasswordError } from './password-proofs.ts';
import type { PasswordPolicy } from './settings.ts';
import type { User } from './users.ts';

const SYMBOLS = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;

/** Operations that set passwords. */
export const passwordOperations = {
  ForgotPassword: defineOperation(['ClientId', 'Username'], async (pool, { ClientId, Username }) => {
    requireClient(pool, ClientId);
    pool.attempts.count(`ForgotPassword ${Username}`);
    const user = pool.users.find(Username);
    // The response is the same for unknown users, so that callers can't find out who exists.
    if (user?.attributes.email_verified !== 'true') return { CodeDeliveryDetails: toDeliveryDetails(Username) };

    const CodeDeliveryDetails = pool.codes.send(user, 'resetPassword');
    await pool.users.save();
    return { CodeDeliveryDetails };
  }),

  ConfirmForgotPassword: defineOperation(
    ['ClientId', 'Username', 'ConfirmationCode', 'Password', 'ClientMetadata'],
    async (pool, input, caller) => {
      requireClient(pool, input.ClientId);
      const user = pool.users.find(input.Username);
      if (!user) throw buildWrongCodeError();

      pool.codes.check(user, 'resetPassword', input.ConfirmationCode);
      setPassword(pool, user, input.Password);
      delete user.codes.resetPassword;
      user.status = 'CONFIRMED';
      await pool.users.save();
      await pool.triggers.runPostConfirmation('ConfirmForgotPassword', user, { ...input, caller });
      return {};
    },
  ),

  ChangePassword: defineOperation(['AccessToken', 'PreviousPassword', 'ProposedPassword'], async (pool, input) => {
    const user = requireSignedInUser(pool, input.AccessToken);
    pool.attempts.count(`ChangePassword ${user.id}`);
    if (!pool.proofs.isPasswordCorrect(user, user.id, input.PreviousPassword)) throw buildWrongPasswordError();
    pool.attempts.clear(`ChangePassword ${user.id}`);

    setPassword(pool, user, input.ProposedPassword);
    await pool.users.save();
    return {};
  }),

  AdminSetUserPassword: defineOperation(['UserPoolId', 'Username', 'Password', 'Permanent'], async (pool, input) => {
    const user = pool.users.require(input.Username);
    setPassword(pool, user, input.Password);
    user.status = 'CONFIRMED';
    await pool.users.save();
    return {};
  }),
} satisfies Operations;

/**
 * Sets a password. The caller saves the user.
 *
 * This function is synchronous, so that concurrent requests can't use the same code twice.
 */
function setPassword({ policy, proofs, now }: Pool, user: User, password: string): void {
  requireValidPassword(policy, password);
  user.verifier = proofs.createVerifier(user.id, password);
  user.modifiedAt = now().getTime();
}

/** @throws AwsError InvalidPasswordException with the first violated rule. */
export function requireValidPassword(policy: PasswordPolicy, password: string): void {
  const rules: [isViolated: boolean, problem: string][] = [
    [password.length < policy.MinimumLength, 'Password not long enough'],
    [policy.RequireUppercase && !/[A-Z]/.test(password), 'Password must have uppercase characters'],
    [policy.RequireLowercase && !/[a-z]/.test(password), 'Password must have lowercase characters'],
    [policy.RequireNumbers && !/[0-9]/.test(password), 'Password must have numeric characters'],
    [policy.RequireSymbols && !SYMBOLS.test(password), 'Password must have symbol characters'],
  ];
  const problem = rules.find(([isViolated]) => isViolated)?.[1];
  if (problem) throw new AwsError('InvalidPasswordException', `Password did not conform with policy: ${problem}`);
}
