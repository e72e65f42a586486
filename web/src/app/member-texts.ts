import { toMegabytes } from '../../../shared/depth/depth.ts';
import { MAX_UPLOAD_BYTES } from '../../../shared/depth/limits.ts';

/** What the screens say that members see. */
export const memberTexts = {
  profileFailed: (message: string) => `Failed to load profile data. ${message}`,
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
} as const;
