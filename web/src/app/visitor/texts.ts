import { texts } from '../layout/texts.ts';

const PRODUCT = texts.product;

/** What the screens say that everybody can see. */
export const visitorTexts = {
  home: {
    title: `Welcome to ${PRODUCT}`,
    lead: 'An ocean to share your files in. Everybody starts at the bottom; what you give to others carries you up to the light.',
    farewell: 'Your account has been deleted. Thank you for diving with us: the ocean is always here.',
    getStarted: 'Get Started',
    login: 'Login',
    howHeading: 'How it works',
    how: [
      {
        title: 'Upload & Share',
        text: 'Put your images, videos, music and documents in the water, where others can find them.',
      },
      {
        title: 'Ascend the Depths',
        text: 'Every MB that you upload lifts you 1 cm. Each metre opens more of the ocean to you.',
      },
      {
        title: 'Connect with Others',
        text: 'Meet the people at your depth and below, and see what they have brought along.',
      },
    ],
    layersHeading: 'The depth layers',
    layersLead:
      'What you can see depends on how far you have come: everything at your own depth, and everything below.',
    layers: [
      { name: 'Surface', range: '10,000 m', text: 'All content and all users.' },
      { name: 'Shallow Waters', range: '1,000-9,999 m', text: 'Daylight, and nearly everybody in sight.' },
      { name: 'Mid-Ocean', range: '100-999 m', text: 'A wide view over the waters below you.' },
      { name: PRODUCT, range: '0-99 m', text: 'The starting point. Everybody begins here.' },
    ],
    finalHeading: 'The ocean is waiting',
    finalText: '1 cm of ascent for every MB. The first one is a single upload away.',
    createAccount: 'Create Account',
  },
  /** For search engines and link previews, by address. */
  descriptions: {
    product: `${PRODUCT} is an ocean-themed community: share files, meet people, and rise from the deep to the surface.`,
    screens: {
      '/': `Share your files and rise: every MB lifts you 1 cm from the bottom of the ocean to its surface at 10,000 m.`,
      '/login': `Log in to ${PRODUCT}, and go on where the tide has kept your place.`,
      '/register': `Create an account on ${PRODUCT}, and take your first breath of the deep.`,
      '/forgot-password': `Set a new password for your account on ${PRODUCT} by a code in your email.`,
    },
  },
  login: { title: 'Log In', lead: 'Welcome back. The tide has kept your place.' },
  forgotPassword: { title: 'Reset Password', lead: 'It happens. Tell us your email, and we send you a code.' },
  register: { title: 'Register', lead: 'Choose a name and take your first breath of the deep.' },
  notFound: {
    title: 'Page Not Found',
    text: "Looks like you've ventured too deep into the ocean.",
    back: 'Return to Surface',
  },
} as const;
