import { texts } from '../layout/texts.ts';

const PRODUCT = texts.product;

/** Texts of the home page. In a separate file, because its visitors don't need the texts of other public screens. */
export const homeTexts = {
  title: `Welcome to ${PRODUCT}`,
  lead: 'Share files in an ocean. Everyone starts at the bottom, and what you share lifts you towards the light.',
  accountDeleted: "Your account has been deleted. Thanks for diving with us. You're always welcome back.",
  getStarted: 'Get Started',
  login: 'Login',
  howHeading: 'How it works',
  howSteps: [
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
  /**
   * The layers from the bottom to the top, because the page gets lighter towards its end. The lowest layer has the
   * product's name, as in `shared/rules/layers.ts`.
   */
  layers: [
    { name: PRODUCT, range: '0-99 m', text: 'The starting point. Everyone begins here.' },
    { name: 'Mid-Ocean', range: '100-999 m', text: 'A wide view over the waters below you.' },
    { name: 'Shallow Waters', range: '1,000-9,999 m', text: 'Daylight, with nearly everyone in sight.' },
    { name: 'Surface', range: '10,000 m', text: 'All content and all users.' },
  ],
  finalHeading: 'The ocean is waiting',
  finalText: '1 cm of ascent for every MB. Your first upload is all it takes to start.',
  createAccount: 'Create Account',
  /** For search engines. */
  description: `Share your files and rise: every MB lifts you 1 cm from the bottom of the ocean to its surface at 10,000 m.`,
} as const;
