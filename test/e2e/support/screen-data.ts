import type { Page } from 'playwright-core';
import { createWav } from '../../../infra/local/seed/documents.ts';
import { allEndpoints, contract } from '../../../shared/contract/contract.ts';
import type { ListedFile } from '../../../shared/contract/files.ts';
import { apiError, type FakeApi } from '../../../web/src/test-support/fake-api.ts';
import { NILS, sampleFile, samplePost, VIEWER } from '../../../web/src/test-support/sample-data.ts';
import { returnToTab } from './member-browser.ts';

/** One state of a screen, which a fake API produces. */
export interface ScreenState {
  readonly name: string;
  readonly path: string;
  /** Set if a visitor sees the screen instead of a member. */
  readonly visitor?: boolean;
  /** Prepares the API. By default, it returns the data of an empty account. */
  readonly api?: (api: FakeApi) => FakeApi;
  /** The viewer's depth in metres, 0 by default. */
  readonly metres?: number;
  /** Prepares the page before it loads. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Brings the loaded page into the state. */
  readonly reach?: (page: Page, api: FakeApi) => Promise<void>;
  /** A text or a CSS selector of an element that only this state shows. */
  readonly shows: string;
}

/** Path of the viewer's own profile. */
export const OWN_PROFILE = `/profile/${VIEWER.id}`;

/** The time of all sample data. */
const SAMPLE_TIME = '2026-01-05T10:00:00.000Z';

/** The first button with this name. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** The button with this name in the open dialog. */
export const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

const comment = {
  id: '01KAHQ3V7V8Z5T0F4M2S6R9XCC',
  text: 'Where was that? www.maps.example',
  userId: VIEWER.id,
  username: VIEWER.username,
  userProfilePic: '',
  createdAt: SAMPLE_TIME,
};

const postWithComment = samplePost({ commentCount: 2, likeCount: 1, newestComment: comment });

/** A post of the viewer. */
export const ownPost = samplePost({ id: '01KAHQ3V7V8Z5T0F4M2S6R9XBB', userId: VIEWER.id, username: VIEWER.username });

const files: readonly ListedFile[] = [
  sampleFile({
    key: 'a',
    url: '/low.txt',
    userId: VIEWER.id,
    uploaderName: VIEWER.username,
    description: 'What I found',
  }),
  sampleFile({ key: 'b', fileName: 'reef.png', contentType: 'image/png', url: '/icon-512.png', size: 1_200_000 }),
  sampleFile({ key: 'c', fileName: 'whale.wav', contentType: 'audio/wav', url: '/whale.wav', size: 480_000 }),
  sampleFile({ key: 'd', fileName: 'log.pdf', contentType: 'application/pdf', url: '/log.pdf' }),
];

/** Makes the API return sample files of several types. */
export const withFiles = (api: FakeApi) =>
  api
    .on(contract.files.list, () => ({ files: [...files], lastKey: null, requestId: null }))
    .on(contract.files.listOfMember, () => ({ files: [...files], cursor: null }))
    .on(contract.files.view, ({ fileId }) => ({ url: files.find(({ key }) => key === fileId)?.url ?? '', views: 1 }));

/** Makes the API return posts and comments. */
export const withPosts = (api: FakeApi) =>
  api
    .on(contract.posts.list, () => ({ posts: [postWithComment, ownPost], cursor: 'more' }))
    .on(contract.posts.listComments, () => ({ comments: [comment], cursor: 'more' }));

/** Makes the API return members and followers. */
export const withPeople = (api: FakeApi) =>
  api
    .on(contract.users.list, () => ({ users: [NILS, { ...NILS, id: 'x', username: 'Gwen' }], cursor: 'more' }))
    .on(contract.users.followers, () => ({ users: [{ ...NILS, depth: 12.3 }], cursor: null }));

/** Makes the API return a dashboard with content in every section. */
export const withFullDashboard = (api: FakeApi) =>
  api.on(contract.account.dashboard, () => ({
    profile: VIEWER,
    posts: [postWithComment, ownPost],
    files: [...files],
    nearby: [NILS],
  }));

/** Builds a message. Its ID ends with these two characters. */
const buildMessage = (id: string, sender: string, content: string) => ({
  id: `01KAHQ3V7V8Z5T0F4M2S6R9X${id}`,
  clientMessageId: id,
  sender,
  recipient: '',
  content,
  timestamp: SAMPLE_TIME,
});

const conversation = {
  user: NILS,
  messages: [buildMessage('AA', NILS.id, 'Ahoy! www.reef.example'), buildMessage('BB', VIEWER.id, 'Ahoy down there')],
  more: false,
  read: { own: null, other: null },
  left: false,
  missingMetres: 0,
};

/** Makes the API return a conversation that differs from the sample in these fields. */
export const withConversation = (changes: Partial<typeof conversation>) => (api: FakeApi) =>
  api.on(contract.messages.conversation, () => ({ ...conversation, ...changes }));

/** Makes the API return an inbox with one unread conversation. */
export const withInbox = (api: FakeApi) =>
  withConversation({})(api).on(contract.messages.conversations, () => ({
    conversations: [
      {
        id: `${NILS.id}_${VIEWER.id}`,
        user: NILS,
        lastMessage: { id: '01KAHQ3V7V8Z5T0F4M2S6R9XAA', content: 'Ahoy!', senderId: NILS.id, timestamp: SAMPLE_TIME },
        lastUpdated: SAMPLE_TIME,
        unreadCount: 1,
      },
    ],
    unreadTotal: 1,
    cursor: null,
  }));

const payment = { provider: 'stripe' as const, paymentId: 'pi_1', packageName: '100m Depth Package', cents: 100 };

const logEntry = {
  id: '1',
  source: 'upload' as const,
  at: SAMPLE_TIME,
  change: 0.02,
  depthAfter: 0.02,
  bytes: 2_097_152,
};

const logEntries = [
  { ...logEntry, id: '2', source: 'stripe' as const, change: 100, bytes: 0, fileName: null, payment },
  { ...logEntry, fileName: 'map.png', payment: null },
  { ...logEntry, id: '3', source: 'refund' as const, change: -50, fileName: null, payment: { ...payment, cents: -50 } },
  { ...logEntry, id: '4', source: 'removal' as const, change: -0.02, fileName: 'map.png', payment: null },
];

/** Makes the API return a dive log with entries of several sources. */
export const withDepthLog = (api: FakeApi) =>
  api.on(contract.account.depthLog, () => ({ entries: logEntries, cursor: null }));

/** A profile above the viewer. */
export const restrictedProfile = {
  id: NILS.id,
  username: 'Nils',
  profilePicture: '',
  depth: 12,
  restricted: true as const,
  difference: 12,
  followedByViewer: false,
};

/** Returns the error of a profile that doesn't exist. */
export const memberNotFound = () => apiError({ code: 'NotFound', params: { item: 'member' } });

/** Returns a function that chooses this picture in the dialog for the profile picture. */
export const chooseProfilePicture = (buffer: Buffer) => async (page: Page) => {
  await button(page, 'Change profile photo').click();
  await page.locator('dialog input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
};

/** Serves the sound file of {@link withFiles}. */
export const serveSound = (page: Page) =>
  page.route(/\/whale\.wav$/, (route) => route.fulfill({ contentType: 'audio/wav', body: createWav('whale', 5, 1) }));

/** Returns a function that makes a script of the page fail to load. */
export const blockScript = (script: string) => (page: Page) =>
  page.route(new RegExp(`/assets/${script}-[^/]*\\.js$`), (route) => route.abort());

/** Makes the API reject the session, and the page detect it. */
export async function endSession(page: Page, api: FakeApi): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const rejectSession = () => apiError({ code: 'Unauthenticated', params: { reason: 'session-ended' } });
  for (const endpoint of allEndpoints) api.fail(endpoint, rejectSession);
  await returnToTab(page);
}
