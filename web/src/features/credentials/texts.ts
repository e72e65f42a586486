import { MIN_PASSWORD_LENGTH } from '../../../../shared/rules/limits.ts';

/** Texts for signing in and up. The texts of errors are in problem-texts.ts. */
export const texts = {
  // Fields
  username: 'Username',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  // Sign-in and registration
  logIn: 'Log In',
  loggingIn: 'Logging in...',
  needAccount: 'New to Fathom?',
  registerLink: 'Create an account',
  register: 'Register',
  creatingAccount: 'Creating Account...',
  haveAccount: 'Already have an account?',
  logInLink: 'Log in',
  logInInstead: 'Log in instead',
  passwordHint: `At least ${MIN_PASSWORD_LENGTH} characters.`,
  logInFailed: (message: string) => `Failed to log in: ${message}`,
  registerFailed: (message: string) => `Failed to create an account: ${message}`,
  // Confirmation of a new account
  codeHeading: 'Check your email',
  codeSent: (email: string) =>
    `If ${email} is new here, we've sent you a code. If you already have an account, we've sent you a mail about it.`,
  codeMissing: (email: string) => `Your account isn't active yet. Enter the code that we've sent to ${email}.`,
  code: 'Code',
  confirm: 'Confirm',
  confirming: 'Confirming...',
  resendCode: 'Send the code again',
  resendCodeIn: (seconds: number) => `Send the code again (in ${seconds} s)`,
  codeResent: 'A new code is on its way. Only the newest one works.',
  codeFailed: (message: string) => `Failed to confirm the account: ${message}`,
  // Two-step sign-in
  totpHeading: 'Enter your code',
  totpLead: 'Open your authenticator app and enter the code that it shows for Fathom.',
  totpFailed: (message: string) => `The code couldn't be checked: ${message}`,
  lostAuthenticator: 'Lost your authenticator? Use a recovery code',
  recoverHeading: 'Use a recovery code',
  recoverLead:
    "Enter one of the recovery codes that you saved when you set up two-step sign-in. It switches two-step sign-in off, and you're signed out everywhere else.",
  recoveryCode: 'Recovery Code',
  recover: 'Switch Off and Log In',
  recovering: 'Checking...',
  recoverFailed: (message: string) => `Two-step sign-in is still on: ${message}`,
  recoveryCodeInvalid: "That recovery code isn't right. Each code works only once.",
  backToTotp: 'Use the authenticator app',
  recoveredHeading: 'Two-step sign-in is off',
  recoveredLead:
    'Your password alone now opens your account, and your recovery codes no longer work. To set it up again, open your profile, then Edit Profile, then Sign-in and security.',
  continue: 'Continue',
  // Forgotten password
  forgotPassword: 'Forgot your password?',
  backToLogin: 'Back to login',
  sendCode: 'Send Code',
  sendingCode: 'Sending...',
  haveCode: 'I have a code',
  sendCodeFailed: (message: string) => `The code couldn't be sent: ${message}`,
  resetHeading: 'Choose a new password',
  resetCodeSent: (email: string) => `If ${email} has an account, a code is on its way.`,
  resetCodeMissing:
    'Mails can take a few minutes. If none arrives, check the address and your spam, or try again later.',
  newPassword: 'New Password',
  setPassword: 'Set New Password',
  settingPassword: 'Saving...',
  setPasswordFailed: (message: string) => `The password couldn't be changed: ${message}`,
  passwordSet: 'Your password has been changed. You can log in now.',
  signedOutEverywhere: "You've been signed out everywhere.",
};
