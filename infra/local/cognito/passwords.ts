import { z } from 'zod';
import { AwsError } from '../aws-json-server.ts';
import { deliveryDetails, wrongCode } from './codes.ts';
import {
  code,
  newPassword,
  operation,
  type Pool,
  record,
  requireClient,
  requireSignedIn,
  text,
  token,
  username,
} from './operation.ts';
import { wrongPassword } from './password-proofs.ts';
import type { PasswordPolicy } from './settings.ts';
import type { User } from './users.ts';

const SYMBOLS = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;

const forgotPassword = operation(
  'ForgotPassword',
  z.object({ ClientId: text, Username: username }),
  async (pool, { ClientId, Username }) => {
    requireClient(pool, ClientId);
    pool.codes.countRequest('ForgotPassword', Username);
    const user = pool.users.find(Username);
    if (user?.attributes.email_verified !== 'true') return { CodeDeliveryDetails: deliveryDetails(Username) };
    const CodeDeliveryDetails = pool.codes.send(user, 'resetPassword');
    await pool.users.save();
    return { CodeDeliveryDetails };
  },
);

const confirmForgotPassword = operation(
  'ConfirmForgotPassword',
  z.object({
    ClientId: text,
    Username: username,
    ConfirmationCode: code,
    Password: newPassword,
    ClientMetadata: record.optional(),
  }),
  async (pool, { ClientId, Username, ConfirmationCode, Password, ClientMetadata }, caller) => {
    requireClient(pool, ClientId);
    const user = pool.users.find(Username);
    if (!user) throw wrongCode();
    pool.codes.check(user, 'resetPassword', ConfirmationCode);
    setPassword(pool, user, Password);
    pool.codes.useUp(user, 'resetPassword');
    user.status = 'CONFIRMED';
    await pool.users.save();
    await pool.triggers.postConfirmation('ConfirmForgotPassword', user, { caller, ClientId, ClientMetadata });
    return {};
  },
);

const changePassword = operation(
  'ChangePassword',
  z.object({ AccessToken: token, PreviousPassword: z.string().default(''), ProposedPassword: newPassword }),
  async (pool, { AccessToken, PreviousPassword, ProposedPassword }) => {
    const user = requireSignedIn(pool, AccessToken);
    pool.wrongPasswords.check(user.id);
    if (!pool.proofs.isPassword(user, user.id, PreviousPassword)) {
      pool.wrongPasswords.add(user.id);
      throw wrongPassword();
    }
    setPassword(pool, user, ProposedPassword);
    pool.wrongPasswords.clear(user.id);
    await pool.users.save();
    return {};
  },
);

const adminSetUserPassword = operation(
  'AdminSetUserPassword',
  z.object({
    Username: username,
    Password: newPassword,
    Permanent: z.literal(true, 'The local user pool has no temporary passwords'),
  }),
  async (pool, { Username, Password }) => {
    const user = pool.users.require(Username);
    setPassword(pool, user, Password);
    user.status = 'CONFIRMED';
    await pool.users.save();
    return {};
  },
);

/** Sets a password without saving the user. Runs without a break, so that a code can't be used twice meanwhile. */
function setPassword({ policy, proofs, now }: Pool, user: User, password: string): void {
  requireValidPassword(policy, password);
  user.verifier = proofs.verifierFor(user.id, password);
  user.modifiedAt = now().getTime();
}

/** @throws AwsError InvalidPasswordException that names the first broken rule */
export function requireValidPassword(policy: PasswordPolicy, password: string): void {
  const rules: [broken: boolean, problem: string][] = [
    [password.length < policy.MinimumLength, 'Password not long enough'],
    [policy.RequireUppercase && !/[A-Z]/.test(password), 'Password must have uppercase characters'],
    [policy.RequireLowercase && !/[a-z]/.test(password), 'Password must have lowercase characters'],
    [policy.RequireNumbers && !/[0-9]/.test(password), 'Password must have numeric characters'],
    [policy.RequireSymbols && !SYMBOLS.test(password), 'Password must have symbol characters'],
  ];
  const problem = rules.find(([broken]) => broken)?.[1];
  if (problem) {
    throw new AwsError('InvalidPasswordException', `Password did not conform with policy: ${problem}`);
  }
}

/** Operations that set passwords. */
export const passwords = [forgotPassword, confirmForgotPassword, changePassword, adminSetUserPassword];
