import { toMegabytes } from '../../../shared/depth/depth.ts';
import { MAX_UPLOAD_BYTES } from '../../../shared/depth/limits.ts';

const PRODUCT = 'Fathom';

/** What the shell and the screens say; the features have catalogues of their own. */
export const texts = {
  product: PRODUCT,
  loading: 'Loading…',
  skip: 'Skip to content',
  retry: 'Retry',
  brokenHeading: 'Something has sprung a leak',
  broken: 'This page could not be shown. Reloading it usually helps.',
  reload: 'Reload',
  signIn: 'Log in',
  profileFailed: (message: string) => `Failed to load profile data. ${message}`,
  navigation: {
    label: 'Main',
    menu: 'Menu',
    dashboard: 'Dashboard',
    files: 'Files',
    upload: 'Upload',
    logout: 'Logout',
    login: 'Login',
    register: 'Register',
  },
  home: {
    title: `Welcome to ${PRODUCT}`,
    lead: 'An ocean to share your files in. Everybody starts at the bottom; what you give to others carries you up to the light.',
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
  login: { title: 'Log In', lead: 'Welcome back. The tide has kept your place.' },
  register: { title: 'Register', lead: 'Choose a name and take your first breath of the deep.' },
  dashboard: {
    title: 'Dashboard',
    welcome: (username: string) => `Welcome, ${username}`,
    depth: 'Your depth:',
    signIn: 'Please sign in to view your dashboard.',
    meter: 'Depth Meter',
    uploadFiles: 'Upload Files',
    recent: 'Recent Files',
    explore: 'Explore all files',
    stats: 'Your Stats',
    contributed: 'MB contributed',
    followers: 'Followers',
    following: 'Following',
  },
  files: {
    title: 'Files',
    lead: 'Everything shared at your depth and below.',
    depth: 'Your depth:',
    signIn: 'Please sign in to view files.',
    uploaded: (name: string) => `${name} is in the ocean.`,
  },
  upload: {
    title: 'Upload Files',
    lead: 'What you share lifts you towards the surface.',
    signIn: 'Please sign in to upload files.',
    how: [
      {
        title: 'Depth calculation',
        text: 'Every 1 MB that you upload raises your depth by 1 cm, at once and exactly.',
      },
      {
        title: 'File visibility',
        text: 'Your file is seen by members at the depth from which you share it, and by everybody above.',
      },
      {
        title: 'File guidelines',
        text: `Most common file types, up to ${toMegabytes(MAX_UPLOAD_BYTES)}MB each. No illegal or harmful content.`,
      },
    ],
  },
  notFound: {
    title: 'Page Not Found',
    text: "Looks like you've ventured too deep into the ocean.",
    back: 'Return to Surface',
  },
} as const;
