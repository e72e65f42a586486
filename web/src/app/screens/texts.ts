import { toMegabytes } from '../../../../shared/rules/depth.ts';
import { MAX_UPLOAD_BYTES } from '../../../../shared/rules/limits.ts';

/** Texts of the screens for members, by screen. */
export const memberTexts = {
  dashboard: {
    title: 'Dashboard',
    welcome: (username: string) => `Welcome, ${username}`,
    depth: 'Your depth:',
    signIn: 'Please sign in to view your dashboard.',
    failed: (message: string) => `Your dashboard couldn't be loaded. ${message}`,
    outdated: 'What you see may be out of date.',
    meter: 'Depth Meter',
    uploadFiles: 'Upload Files',
    ascendFaster: 'Ascend Faster',
    contribute: 'Add 0.1 MB test contribution',
    contributing: 'Adding...',
    contributedRise: (rise: string) => `Your depth: ${rise}`,
    contributeFailed: (message: string) => `The test contribution failed. ${message}`,
    activity: 'Recent Activity',
    morePosts: 'View more posts',
    recent: 'Recent Files',
    explore: 'Explore all files',
    nearby: 'Users Near Your Depth',
    findMore: 'Find More',
    noNearbyMembers: 'No one is within 100 metres of you yet. Find members below you, or share a file to ascend.',
    stats: 'Your Stats',
    contributed: 'MB contributed',
    followers: 'Followers',
    following: 'Following',
  },
  profile: {
    title: 'Profile',
    loading: 'Loading profile...',
    signIn: 'Please log in to view profiles',
    edit: 'Edit Profile',
    tabs: 'Profile sections',
    posts: 'Posts',
    files: 'Files',
    connections: 'Connections',
    diveLog: 'Dive log',
  },
  editProfile: {
    title: 'Edit Your Profile',
    signIn: 'Please log in to edit your profile.',
    securityLead: 'Email, password, two-step sign-in, and signed-in devices:',
  },
  security: {
    title: 'Sign-in and security',
    lead: 'How you log in, and where you are logged in.',
    signIn: 'Please log in to change how you sign in.',
  },
  search: {
    title: 'Find Users',
    lead: 'Discover users at your depth level or below, and what they have to say.',
    signIn: 'Please sign in to find users.',
    tabs: 'Search for',
    users: 'Users',
    posts: 'Posts',
  },
  payments: {
    title: 'Ascend Faster',
    lead: 'Every metre opens up more of the ocean. Buy depth to get there at once.',
    signIn: 'Please log in to purchase depth and access more content.',
    loading: 'Loading your profile...',
    benefits: {
      visibility: {
        title: 'Greater Visibility',
        text: 'See the files and posts of everyone at your depth or below. The higher you are, the more you see.',
      },
      connections: {
        title: 'More Connections',
        text: 'Follow and message more people: everyone at your depth or below.',
      },
      progress: { title: 'Fast Progress', text: 'One dollar lifts you 100 metres. Your current depth:' },
    },
  },
  messages: {
    title: 'Messages',
    chat: 'Chat',
    inbox: 'Inbox',
    loading: 'Loading...',
    signIn: 'Please sign in to read your messages.',
  },
  files: {
    title: 'Files',
    lead: 'Everything shared at your depth and below.',
    depth: 'Your depth:',
    signIn: 'Please sign in to view files.',
    uploaded: (name: string, rise: string) => `${name} is shared. You rose ${rise}.`,
    uploadedCopy: (name: string) => `${name} is shared. Your depth stays the same, because you already have this file.`,
  },
  upload: {
    title: 'Upload Files',
    lead: 'Everything you share lifts you towards the surface.',
    leadAtSurface: 'Everything you share still lifts you, even at the surface.',
    signIn: 'Please sign in to upload files.',
    guidelines: [
      {
        title: 'Depth calculation',
        text: 'Every MB you upload immediately raises your depth by 1 cm.',
      },
      {
        title: 'File visibility',
        text: 'Members at your current depth or above can see your file, unless you choose a lower depth.',
      },
      {
        title: 'File guidelines',
        text: `Most common file types, up to ${toMegabytes(MAX_UPLOAD_BYTES)}MB each. No illegal or harmful content.`,
      },
    ],
  },
} as const;
