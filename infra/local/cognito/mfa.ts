import { AwsError } from '../http/aws-json-server.ts';
import { defineOperation, type Operations, requireSignedInUser } from './operation.ts';
import { createTotpSecret, findTimeStep } from './totp.ts';
import type { User } from './users.ts';

interface Preference {
  readonly Enabled: boolean;
  readonly PreferredMfa: boolean;
}

/** Operations that set up authenticator apps. */
export const mfaOperations = {
  AssociateSoftwareToken: defineOperation(['AccessToken'], async (pool, { AccessToken }) => {
    const user = requireSignedInUser(pool, AccessToken);
    const SecretCode = createTotpSecret();
    // A current app stays in use until VerifySoftwareToken receives a code of the new app.
    user.totp = { enabled: false, preferred: false, lastStep: 0, ...user.totp, pendingSecret: SecretCode };
    await pool.users.save();
    return { SecretCode };
  }),

  VerifySoftwareToken: defineOperation(['AccessToken', 'UserCode'], async (pool, { AccessToken, UserCode }) => {
    const { totp } = requireSignedInUser(pool, AccessToken);
    const secret = totp?.pendingSecret;
    const step = secret === undefined ? undefined : findTimeStep(secret, UserCode, pool.now());
    if (!totp || step === undefined) {
      throw new AwsError('EnableSoftwareTokenMFAException', 'Code mismatch and fail enable Software Token MFA');
    }

    totp.secret = secret;
    totp.pendingSecret = undefined;
    totp.lastStep = step;
    await pool.users.save();

    return { Status: 'SUCCESS' as const };
  }),

  SetUserMFAPreference: defineOperation(['AccessToken', 'SoftwareTokenMfaSettings'], async (pool, input) => {
    setPreference(requireSignedInUser(pool, input.AccessToken), input.SoftwareTokenMfaSettings);
    await pool.users.save();
    return {};
  }),

  AdminSetUserMFAPreference: defineOperation(
    ['UserPoolId', 'Username', 'SoftwareTokenMfaSettings'],
    async (pool, input) => {
      setPreference(pool.users.require(input.Username), input.SoftwareTokenMfaSettings);
      await pool.users.save();
      return {};
    },
  ),
} satisfies Operations;

/** Returns a user's second factors in Cognito's response format. Leaves out fields without a value. */
export function toMfaSettings({ totp }: User) {
  if (!totp?.enabled) return {};
  const factor = 'SOFTWARE_TOKEN_MFA';
  return { UserMFASettingList: [factor], ...(totp.preferred && { PreferredMfaSetting: factor }) };
}

/** @throws AwsError InvalidParameterException if the user has no verified authenticator app to enable. */
function setPreference({ totp }: User, settings: Preference | undefined): void {
  if (!settings) return;

  const { Enabled, PreferredMfa } = settings;
  if (Enabled && totp?.secret === undefined) {
    throw new AwsError('InvalidParameterException', 'User has not verified software token mfa');
  }
  if (PreferredMfa && !Enabled) {
    throw new AwsError('InvalidParameterException', 'Software token MFA must be enabled to be preferred');
  }
  if (!totp) return;

  totp.enabled = Enabled;
  totp.preferred = PreferredMfa;
}
