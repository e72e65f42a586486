import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { authState } from '../../../platform/auth/auth-state.ts';
import { changeSession, SessionEndedError } from '../../../platform/auth/session.ts';
import { confirmTotpHoldingLock, signInHoldingLock } from '../../../platform/auth/sign-in.ts';

/** The input of `changePassword`. */
interface PasswordChange {
  readonly email: string;
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Asks the member for a code of their authenticator app, until `verify` accepts it. */
  readonly askForCode: (verify: (code: string) => Promise<void>) => Promise<void>;
}

/**
 * Changes the password, which ends all sessions, and signs this browser in again.
 *
 * @returns `signedIn`; `signedOut` if the password was changed, but signing in failed; `ended` if the session had ended
 *   before, so that nothing was changed
 * @throws ApiError if the password wasn't changed for another reason
 */
export function changePassword(change: PasswordChange): Promise<'signedIn' | 'signedOut' | 'ended'> {
  const { email, currentPassword, newPassword, askForCode } = change;

  return changeSession(authState().memberId, async (token) => {
    const rejection = await api.credentials
      .changePassword({ currentPassword, newPassword }, { token })
      .then(() => undefined, returnIfSignedOut);

    const credentials = { email, password: newPassword };

    try {
      const step = await signInHoldingLock(credentials);
      if (step === 'totp') await askForCode((code) => confirmTotpHoldingLock(credentials, code));
      return 'signedIn';
    } catch (error) {
      console.error(rejection ?? error);
      return rejection ? 'ended' : 'signedOut';
    }
  }).catch((error) => {
    // The session is gone from this browser, or another tab has stored the session of another member.
    if (error instanceof SessionEndedError) return 'ended';
    throw error;
  });
}

/**
 * Returns the error if the token is no longer valid, and throws other errors.
 *
 * An earlier attempt may have changed the password, and only its response was lost. Signing in with the new password
 * shows whether it was changed.
 */
function returnIfSignedOut(error: unknown): ApiError {
  if (error instanceof ApiError && error.code === 'Unauthenticated') return error;
  throw error;
}
