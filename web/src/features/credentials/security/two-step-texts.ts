/** Texts for two-step sign-in: its setup, its recovery codes, and switching it off. */
export const twoStepTexts = {
  twoStep: 'Two-step sign-in',
  twoStepOff: 'Off. Your password alone opens your account.',
  twoStepOn: 'On. Logging in takes your password and a code of your authenticator app.',
  codesLeft: (count: number) => `${count} recovery ${count === 1 ? 'code' : 'codes'} left.`,
  fewCodes: 'To get new recovery codes, switch two-step sign-in off and set it up again.',
  codesNotReceived:
    "If you haven't seen its recovery codes, switch two-step sign-in off and set it up again to get new ones.",
  noRecoveryCodes:
    "Someone switched it on without recovery codes. If that wasn't you, switch it off and change your password now.",
  setUp: 'Set Up',
  setUpLead: 'You need an authenticator app on your phone. Enter your password to begin.',
  setUpFailed: (message: string) => `Two-step sign-in couldn't be set up: ${message}`,
  next: 'Next',
  scan: 'Scan this code with your authenticator app, then enter the 6 digits that the app shows.',
  qrCode: 'QR code for your authenticator app',
  secretLead: "Can't scan it? Enter this key in the app:",
  copyKey: 'Copy Key',
  turnOn: 'Turn On',
  turningOn: 'Turning on...',
  leaveTurningOn: {
    question: 'Leave before you have your recovery codes?',
    consequence:
      "Two-step sign-in may still be turned on, but you won't see its recovery codes. Stay until they appear.",
    confirmLabel: 'Leave this page',
  },
  recoveryHeading: 'Save your recovery codes',
  recoveryLead:
    'Each code works once. If you lose your authenticator, one of them lets you log in. We show them only now.',
  copyCodes: 'Copy Codes',
  copied: 'Copied.',
  copyFailed: "Your browser doesn't allow copying. Select the text instead.",
  download: 'Download',
  fileName: 'fathom-recovery-codes.txt',
  fileHeading: (email: string) => `Fathom recovery codes of ${email}`,
  codesSaved: "I've Saved Them",
  leaveCodes: {
    question: 'Have you saved your recovery codes?',
    consequence: "You can't see them again.",
    confirmLabel: 'Leave this page',
  },
  turnedOn: 'Two-step sign-in is on.',
  switchOff: 'Switch Off',
  switchingOff: 'Switching off...',
  switchOffLead: 'Your password alone will open your account, and your recovery codes stop working.',
  switchOffFailed: (message: string) => `Two-step sign-in couldn't be switched off: ${message}`,
  turnedOff: 'Two-step sign-in is off.',
} as const;
