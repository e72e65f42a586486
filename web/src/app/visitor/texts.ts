import { texts } from '../layout/texts.ts';

const PRODUCT = texts.product;

/** Texts of the public screens. */
export const visitorTexts = {
  home: {
    title: `Welcome to ${PRODUCT}`,
    lead: 'Share files in an ocean. Everyone starts at the bottom, and what you share lifts you towards the light.',
    accountDeleted: "Your account has been deleted. Thanks for diving with us. You're always welcome back.",
    getStarted: 'Get Started',
    login: 'Login',
    howHeading: 'How it works',
    how: [
      {
        title: 'Upload & Share',
        text: 'Share images, videos, music, and documents, so that others can find them.',
      },
      {
        title: 'Ascend the Depths',
        text: 'Every MB you upload lifts you 1 cm. Each metre opens up more of the ocean.',
      },
      {
        title: 'Connect with Others',
        text: "Meet people at your depth or below, and see what they've shared.",
      },
    ],
    layersHeading: 'The depth layers',
    layersLead: 'You see everything at your own depth and below. The higher you rise, the more you see.',
    layers: [
      { name: 'Surface', range: '10,000 m', text: 'All content and all users.' },
      { name: 'Shallow Waters', range: '1,000-9,999 m', text: 'Daylight, with nearly everyone in sight.' },
      { name: 'Mid-Ocean', range: '100-999 m', text: 'A wide view over the waters below you.' },
      { name: PRODUCT, range: '0-99 m', text: 'The starting point. Everyone begins here.' },
    ],
    finalHeading: 'The ocean is waiting',
    finalText: '1 cm of ascent for every MB. Your first upload is all it takes to start.',
    createAccount: 'Create Account',
  },
  /** Descriptions for search engines, by path. */
  descriptions: {
    product: `${PRODUCT} is an ocean-themed community: share files, meet people, and rise from the deep to the surface.`,
    screens: {
      '/': `Share your files and rise: every MB lifts you 1 cm from the bottom of the ocean to its surface at 10,000 m.`,
      '/login': `Log in to ${PRODUCT} and pick up where you left off.`,
      '/register': `Create an account on ${PRODUCT} and start sharing.`,
      '/forgot-password': `Reset the password of your ${PRODUCT} account with an emailed code.`,
    },
  },
  login: { title: 'Log In', lead: 'Welcome back. Pick up where you left off.' },
  forgotPassword: { title: 'Reset Password', lead: "It happens. Enter your email, and we'll send you a code." },
  register: { title: 'Register', lead: 'Choose a name and dive in.' },
  notFound: {
    title: 'Page Not Found',
    text: "Looks like you've ventured too deep into the ocean.",
    back: 'Return to Surface',
  },
} as const;
