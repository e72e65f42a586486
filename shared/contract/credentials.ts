import * as z from 'zod';
import {
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_USERNAME_LENGTH,
  MIN_PASSWORD_LENGTH,
  RECOVERY_CODES,
} from '../rules/limits.ts';
import { endpoints } from './endpoint.ts';
import { encodeFormat, encodeRule } from './field-rule.ts';
import { requiredLine } from './text.ts';

/**
 * An address without spaces, invisible characters, and the characters that have a meaning in the header of a mail (RFC
 * 5322, "specials"). With them, `a<mira@fathom.example>` and `b<mira@fathom.example>` would be two accounts whose mails
 * go to one mailbox.
 */
const EMAIL = /^[^\s\p{C}"(),:;<>@[\\\]]+@[^\s\p{C}"(),:;<>@[\\\]]+\.[^\s\p{C}"(),:;<>@[\\\]]+$/u;

/** An email. Cognito compares emails without case, so the API uses lower case. */
const emailSchema = z
  .string()
  .max(2 * MAX_EMAIL_LENGTH)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text), {
    error: encodeFormat('email'),
  })
  .describe(`An address in any case, with at most ${MAX_EMAIL_LENGTH} characters.`);

/** Invisible characters that domains ignore, such as variation selectors, and the dot after a whole domain. */
const IGNORED_IN_DOMAINS = /\p{Default_Ignorable_Code_Point}|\.$/u;

/**
 * The email of a new account, or a new email. Has no characters of another width or form, and none that domains ignore:
 * `mira@ｅxample.com` would be a second account whose mails go to the same mailbox. Accounts of earlier versions can have
 * them.
 */
const newEmailSchema = emailSchema.refine((text) => text === text.normalize('NFKC') && !IGNORED_IN_DOMAINS.test(text), {
  error: encodeFormat('email'),
});

/** A password that a member chooses. */
const newPasswordSchema = z
  .string()
  .min(MIN_PASSWORD_LENGTH, { error: encodeRule({ rule: 'min', limit: MIN_PASSWORD_LENGTH, unit: 'characters' }) })
  .max(MAX_PASSWORD_LENGTH, { error: encodeRule({ rule: 'max', limit: MAX_PASSWORD_LENGTH, unit: 'characters' }) })
  .refine((text) => text === text.trim(), { error: encodeFormat('trimmed') })
  .describe('The 10,000 most common passwords are rejected.');

/** A password that must equal the stored one. It has no other rules, because an old password may break them. */
const currentPasswordSchema = z
  .string()
  .min(1, { error: encodeRule({ rule: 'not-blank' }) })
  .max(MAX_PASSWORD_LENGTH);

/** A code from a mail or an authenticator app. Members copy codes with spaces in them. */
const sixDigitsSchema = z
  .string()
  .max(20)
  .transform((text) => text.replaceAll(/\s/g, ''))
  .refine((text) => /^\d{6}$/.test(text), { error: encodeFormat('six-digits') })
  .describe('Six digits. White space is ignored.');

/** A response without data. */
const emptySchema = z.object({});

/** A device on which the member is signed in. */
const deviceSchema = z.object({
  id: z.string().describe("Cognito's device key."),
  name: z.string().describe('The user agent that Cognito recorded; may be empty.'),
  createdAt: z.string().describe('ISO 8601.'),
  lastUsedAt: z.string().describe('ISO 8601. The last sign-in.'),
});
export type SignInDevice = z.output<typeof deviceSchema>;

/** The properties that endpoints without a sign-in share. */
const PUBLIC_CHANGE = { method: 'POST', access: 'public', resource: 'credentials' } as const;

/** The properties that endpoints share which change the caller's own credentials or sessions. */
const OWN_CHANGE = { method: 'POST', access: 'member', resource: 'self' } as const;

const LIMITED_BY_COGNITO = { none: 'Cognito limits the attempts.' } as const;

/** The errors of endpoints that check the caller's password. */
const memberErrors = ['Unauthenticated', 'WrongPassword', 'TooManyAttempts'] as const;

/**
 * The endpoints that change how a member signs in. Cognito itself serves the sign-in, and the request of the code that
 * resets a password. See docs/adr/0025-credentials-through-our-api.md.
 */
export const credentials = endpoints('credentials', {
  register: () => ({
    ...PUBLIC_CHANGE,
    path: '/credentials/register',
    summary: 'Create an account.',
    description:
      'On a stage that verifies emails, the response is the same for new and used addresses: the owner of the ' +
      'address gets a code, or a mail that they already have an account.',
    body: z.strictObject({
      email: newEmailSchema,
      password: newPasswordSchema,
      username: requiredLine(MAX_USERNAME_LENGTH),
    }),
    example: { email: 'mira@example.com', password: 'coral-reef-7', username: 'Mira' },
    response: z.object({
      confirmation: z
        .enum(['code', 'none'])
        .describe('`code`: call `confirm-registration` with the emailed code. `none`: the member can sign in.'),
    }),
    errors: ['CommonPassword', 'AccountExists', 'TooManyAttempts'],
  }),
  confirmRegistration: () => ({
    ...PUBLIC_CHANGE,
    path: '/credentials/confirm-registration',
    summary: 'Confirm an account with the emailed code.',
    description:
      "The account gets this username and password, whichever it was registered with, because only the mailbox's " +
      'owner has the code. Without a username, it keeps the registered one if the password is the registered one, ' +
      'otherwise it gets the part of the email before the @.',
    body: z.strictObject({
      email: emailSchema,
      code: sixDigitsSchema,
      password: newPasswordSchema,
      username: requiredLine(MAX_USERNAME_LENGTH).optional(),
    }),
    example: { email: 'mira@example.com', code: '123456', password: 'coral-reef-7', username: 'Mira' },
    response: emptySchema,
    errors: ['CommonPassword', 'InvalidCode', 'TooManyCodes'],
  }),
  resendCode: () => ({
    ...PUBLIC_CHANGE,
    path: '/credentials/resend-code',
    summary: 'Email the confirmation code again.',
    description: 'The response is the same for every address.',
    body: z.strictObject({ email: emailSchema }),
    example: { email: 'mira@example.com' },
    response: emptySchema,
    errors: [],
  }),
  resetPassword: () => ({
    ...PUBLIC_CHANGE,
    path: '/credentials/reset-password',
    summary: 'Set a new password with the emailed code.',
    description:
      "Ends all sessions. Switches off a second factor that has no recovery codes, because our API didn't set it " +
      'up. The page requests the code from Cognito (`ForgotPassword`).',
    body: z.strictObject({ email: emailSchema, code: sixDigitsSchema, password: newPasswordSchema }),
    example: { email: 'mira@example.com', code: '123456', password: 'coral-reef-7' },
    response: emptySchema,
    errors: ['CommonPassword', 'InvalidCode', 'TooManyCodes'],
  }),
  recover: () => ({
    ...PUBLIC_CHANGE,
    path: '/credentials/recover',
    summary: 'Switch off the second factor with a recovery code.',
    description: 'Ends all sessions. All recovery codes become invalid.',
    body: z.strictObject({
      email: emailSchema,
      password: currentPasswordSchema,
      recoveryCode: z.string().min(1).max(100),
    }),
    example: { email: 'mira@example.com', password: 'coral-reef-7', recoveryCode: 'k7qw-2m9x-tc4h-p3vd' },
    response: emptySchema,
    errors: ['WrongPassword', 'InvalidCode', 'TooManyAttempts'],
  }),
  signInSettings: () => ({
    method: 'GET',
    path: '/credentials',
    access: 'member',
    resource: 'self',
    summary: 'Return how the caller signs in.',
    response: z.object({
      email: z.string(),
      pendingEmail: z.string().optional().describe('A new email that is not confirmed yet.'),
      totp: z.boolean().describe('Whether sign-in asks for a code of an authenticator app.'),
      recoveryCodesLeft: z.number().int().nonnegative(),
      devices: z.array(deviceSchema).describe('Newest sign-in first; at most 60.'),
    }),
    errors: ['Unauthenticated'],
  }),
  changePassword: () => ({
    ...OWN_CHANGE,
    path: '/credentials/change-password',
    limit: LIMITED_BY_COGNITO,
    summary: "Change the caller's password.",
    description:
      "Ends all sessions, including the caller's. Tokens that are issued after the response are valid. If a request fails " +
      'after the password has changed, the same request ends the sessions.',
    body: z.strictObject({ currentPassword: currentPasswordSchema, newPassword: newPasswordSchema }),
    example: { currentPassword: 'coral-reef-7', newPassword: 'kelp-forest-9' },
    response: emptySchema,
    errors: [...memberErrors, 'CommonPassword'],
  }),
  signOutEverywhere: () => ({
    ...OWN_CHANGE,
    path: '/credentials/sign-out-everywhere',
    limit: { none: 'Ends sessions only.' },
    summary: "End all of the caller's sessions, including this one.",
    body: z.strictObject({}),
    example: {},
    response: emptySchema,
    errors: ['Unauthenticated'],
  }),
  forgetDevice: () => ({
    ...OWN_CHANGE,
    path: '/credentials/forget-device',
    limit: { none: 'Ends sessions only.' },
    summary: "Sign one of the caller's devices out.",
    description: "Idempotent. The device can't refresh its tokens; its access token stays valid for up to an hour.",
    body: z.strictObject({
      deviceId: z
        .string()
        .regex(/^[\w-]{1,20}_[\w-]{1,50}$/, { error: encodeFormat('device-id') })
        .describe('From `GET /credentials`.'),
    }),
    example: { deviceId: 'us-east-1_4b8f6d8a-7f0e-4c1b-9a62-0f5d6f0c3e11' },
    response: emptySchema,
    errors: ['Unauthenticated'],
  }),
  changeEmail: () => ({
    ...OWN_CHANGE,
    path: '/credentials/change-email',
    limit: { within: ['emailChanges'] },
    summary: "Start a change of the caller's email.",
    description:
      'Emails a code to the new address and a notice to the old one. The old address stays valid until ' +
      '`confirm-email`. The response is the same if another account uses the address. Repeat the call to send the ' +
      'code again; use the present address to cancel the change.',
    body: z.strictObject({ email: newEmailSchema, password: currentPasswordSchema }),
    example: { email: 'mira@example.org', password: 'coral-reef-7' },
    response: emptySchema,
    errors: [...memberErrors, 'LimitReached'],
  }),
  confirmEmail: () => ({
    ...OWN_CHANGE,
    path: '/credentials/confirm-email',
    limit: LIMITED_BY_COGNITO,
    summary: "Complete a change of the caller's email with the emailed code.",
    description: 'If a call fails halfway, repeating it completes the change.',
    body: z.strictObject({ code: sixDigitsSchema }),
    example: { code: '123456' },
    response: z.object({ email: z.string() }),
    errors: ['Unauthenticated', 'InvalidCode', 'AccountExists', 'TooManyAttempts'],
  }),
  setUpTotp: () => ({
    ...OWN_CHANGE,
    path: '/credentials/totp/set-up',
    limit: LIMITED_BY_COGNITO,
    summary: 'Create a key for an authenticator app.',
    description: 'The second factor is off until `totp/enable`. A second call replaces the key.',
    body: z.strictObject({ password: currentPasswordSchema }),
    example: { password: 'coral-reef-7' },
    response: z.object({
      secret: z.string().describe('The key in Base32.'),
      uri: z.string().describe('The key as an `otpauth://` URI, for a QR code.'),
    }),
    errors: memberErrors,
  }),
  enableTotp: () => ({
    ...OWN_CHANGE,
    path: '/credentials/totp/enable',
    limit: LIMITED_BY_COGNITO,
    summary: 'Switch the second factor on.',
    description:
      'The password proves that the caller is the member who set up the key. With a stolen token alone, Cognito ' +
      'would accept the key of a thief.',
    body: z.strictObject({ password: currentPasswordSchema, code: sixDigitsSchema }),
    example: { password: 'coral-reef-7', code: '123456' },
    response: z.object({
      recoveryCodes: z.array(z.string()).length(RECOVERY_CODES).describe('Shown once; only digests are stored.'),
    }),
    errors: [...memberErrors, 'InvalidCode'],
  }),
  disableTotp: () => ({
    ...OWN_CHANGE,
    path: '/credentials/totp/disable',
    limit: LIMITED_BY_COGNITO,
    summary: 'Switch the second factor off.',
    description: 'Idempotent. The recovery codes become invalid.',
    body: z.strictObject({ password: currentPasswordSchema }),
    example: { password: 'coral-reef-7' },
    response: emptySchema,
    errors: memberErrors,
  }),
});
