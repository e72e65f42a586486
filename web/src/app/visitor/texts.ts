import { texts } from '../layout/texts.ts';

const PRODUCT = texts.product;

/** Texts of the public screens, except the home page. A `description` is for search engines. */
export const visitorTexts = {
  login: {
    title: 'Log In',
    lead: 'Welcome back. Pick up where you left off.',
    description: `Log in to ${PRODUCT} and pick up where you left off.`,
  },
  forgotPassword: {
    title: 'Reset Password',
    lead: "It happens. Enter your email, and we'll send you a code.",
    codeLead: 'Enter the emailed code, and choose a new password.',
    description: `Reset the password of your ${PRODUCT} account with an emailed code.`,
  },
  register: {
    title: 'Register',
    lead: 'Choose a name and dive in.',
    description: `Create an account on ${PRODUCT} and start sharing.`,
  },
  notFound: {
    title: 'Page Not Found',
    text: "Looks like you've ventured too deep into the ocean.",
    back: 'Return to Surface',
  },
} as const;
