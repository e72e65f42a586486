import type { Allowance, OwnProfile } from '../../../../shared/contract/account.ts';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import type { Message } from '../../../../shared/contract/messages.ts';
import type { Post } from '../../../../shared/contract/posts.ts';
import type { PersonCard } from '../../../../shared/contract/users.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const hoursAgo = (hours: number) => hoursFromNow(-hours);

/** The viewer of the samples. */
export const VIEWER: OwnProfile = {
  id: 'viewer',
  email: 'wilma@fathom.example',
  username: 'Wilma',
  displayName: 'Wilma',
  depth: 250,
  contributedMB: 12,
  profilePicture: '',
  bio: '',
  createdAt: hoursAgo(900),
  followersCount: 2,
  followingCount: 3,
};

/** The member who owns the other samples, and writes the messages. */
export const PARTNER: PersonCard = {
  id: 'partner',
  username: 'Nils 🐙',
  profilePicture: '',
  depth: 12.3,
  followedByViewer: false,
};

/** A member who isn't followed, one who is, one above the viewer, and the viewer. */
export const PEOPLE: readonly PersonCard[] = [
  PARTNER,
  { ...PARTNER, id: 'followed', username: 'Freya', followedByViewer: true },
  { ...PARTNER, id: 'above', username: 'A member with a long name', depth: 250.004 },
  { ...PARTNER, id: VIEWER.id, username: VIEWER.username, depth: VIEWER.depth },
];

const FILE: ListedFile = {
  key: 'kelp',
  fileName: 'Kelp forest.jpg',
  contentType: 'image/jpeg',
  size: 2_400_000,
  creditedBytes: 2_400_000,
  lastModified: hoursAgo(2),
  description: 'The kelp at noon.',
  altText: 'Kelp in green water, lit from above',
  userId: PARTNER.id,
  uploaderName: PARTNER.username,
  userDepth: 12.3,
  likeCount: 3,
  likedByViewer: true,
  views: 40,
  url: '',
};

/** A file with a preview, an own file without a description, a sound, and a file that is being scanned. */
export const FILES: readonly ListedFile[] = [
  FILE,
  {
    ...FILE,
    key: 'own',
    fileName: 'A very long name that needs more than the row has to offer, and then some more.pdf',
    contentType: 'application/pdf',
    media: { pages: 12 },
    description: '',
    altText: '',
    userId: VIEWER.id,
    uploaderName: VIEWER.username,
    likedByViewer: false,
  },
  {
    ...FILE,
    key: 'sound',
    fileName: 'humpback.mp3',
    contentType: 'audio/mpeg',
    altText: '',
    media: { duration: 192, title: 'Song of a humpback', performer: 'Freya' },
  },
  { ...FILE, key: 'scanned', fileName: 'Survey.zip', contentType: 'application/zip', scanning: true },
];

const POST: Post = {
  id: 'post',
  userId: PARTNER.id,
  username: PARTNER.username,
  userProfilePic: '',
  userDepth: 12.3,
  content: 'Low tide at six. Bring a torch: https://fathom.example',
  imageUrl: null,
  imageAlt: '',
  createdAt: hoursAgo(5),
  likeCount: 1,
  likedByViewer: true,
  commentCount: 1,
  newestComment: {
    id: 'comment',
    text: 'See you there!',
    userId: VIEWER.id,
    username: VIEWER.username,
    userProfilePic: '',
    createdAt: hoursAgo(1),
  },
};

/** A post with a like and a comment, and an own post without either. */
export const POSTS: readonly Post[] = [
  POST,
  {
    ...POST,
    id: 'own',
    userId: VIEWER.id,
    username: VIEWER.username,
    likedByViewer: false,
    commentCount: 0,
    newestComment: null,
  },
];

const buildMessage = (id: string, sender: string, content: string): Message => ({
  id,
  clientMessageId: id,
  sender,
  recipient: sender === VIEWER.id ? PARTNER.id : VIEWER.id,
  content,
  timestamp: hoursAgo(1),
});

/** Messages of both members. */
export const MESSAGES: readonly Message[] = [
  buildMessage('1', PARTNER.id, 'Have you seen the turtle?'),
  buildMessage('2', VIEWER.id, 'Not yet. Where was it?'),
  buildMessage('3', VIEWER.id, 'Never mind, found it 🐢'),
];

/** A limit that is nearly used up, and one that is used up. */
const ALLOWANCES: readonly Allowance[] = [
  { limit: 'posts', allowed: 20, remaining: 3, resetsAt: hoursFromNow(5) },
  { limit: 'uploads', allowed: 50, remaining: 0, resetsAt: hoursFromNow(5) },
];

/** The response that `RemainingAllowance` shows, for a new member. */
export const ALLOWANCES_RESPONSE = { standing: 'new', settledAt: hoursFromNow(100), allowances: ALLOWANCES };
