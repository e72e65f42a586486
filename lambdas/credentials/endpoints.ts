/*
 * The functions that serve this capability's endpoints, exported under the endpoint's key in the contract. The build
 * creates one Lambda function per export (infra/lambda-bundles.ts). lambdas/endpoints.ts checks the types.
 */

export { changeEmail } from './change-email.ts';
export { changePassword } from './change-password.ts';
export { confirmEmail } from './confirm-email.ts';
export { confirmRegistration } from './confirm-registration.ts';
export { disableTotp } from './disable-totp.ts';
export { enableTotp } from './enable-totp.ts';
export { forgetDevice } from './forget-device.ts';
export { recoverAccount as recover } from './recover.ts';
export { register } from './register.ts';
export { resendCode } from './resend-code.ts';
export { resetPassword } from './reset-password.ts';
export { setUpTotp } from './set-up-totp.ts';
export { readSignInSettings as signInSettings } from './sign-in-settings.ts';
export { signOutEverywhere } from './sign-out-everywhere.ts';
