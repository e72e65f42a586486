/** Texts for the member's email, and for a change of it. */
export const emailTexts = {
  email: 'Email',
  emailLead: 'You log in with this address, and we send codes and security notices to it.',
  changeEmail: 'Change Email',
  newEmail: 'New Email',
  sendCode: 'Send Code',
  changeEmailFailed: (message: string) => `Your email couldn't be changed: ${message}`,
  sameEmail: "That's your present email.",
  pendingEmail: (email: string, present: string) =>
    `We've sent a code to ${email}. Until you enter it here, you log in with ${present}.`,
  confirmEmail: 'Confirm Email',
  resendCode: 'Send the code again',
  cancelChange: 'Cancel the change',
  cancelChangeLead: (email: string) => `Your email stays ${email}. Enter your password to cancel the change.`,
  resendLead: (email: string) => `Enter your password to send another code to ${email}.`,
  changeCancelled: 'The change is cancelled.',
  emailChanged: (email: string) => `Your email is now ${email}.`,
} as const;
