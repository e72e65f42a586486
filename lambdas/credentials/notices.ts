/*
 * Mails about changes of an account. They contain no links, so that members learn to distrust mails that do.
 */
import type { Mail } from '../platform/mail.ts';

/** The last sentence of notices about changes that the member may not have made. */
const NOT_YOU = "If this wasn't you, reset your password on Fathom's sign-in page. That signs out everyone else.";

/** Sent to the owner of an account when someone registers its email again. */
export const ACCOUNT_EXISTS: Mail = {
  subject: 'You already have a Fathom account',
  text: `Someone tried to create a Fathom account with your email. You already have one, so nothing has changed.

If it was you, sign in instead. If you have forgotten your password, reset it on the sign-in page.`,
};

/** Sent to the present address when a change of the email starts. */
export const EMAIL_CHANGE_REQUESTED: Mail = {
  subject: 'Your Fathom email is about to change',
  text: `Someone asked to change the email of your Fathom account. It changes when the new address is confirmed.

${NOT_YOU}`,
};

/** Sent to the previous address when the email has changed. */
export const EMAIL_CHANGED: Mail = {
  subject: 'Your Fathom email has changed',
  text: `The email of your Fathom account has changed. You can no longer sign in with this address.

If this wasn't you, please contact us at once.`,
};

/** Sent when the member, or someone with a recovery code, has switched the second factor off. */
export const TOTP_SWITCHED_OFF: Mail = {
  subject: 'Two-step sign-in for Fathom is off',
  text: `Two-step sign-in of your Fathom account has been switched off.

${NOT_YOU}`,
};
