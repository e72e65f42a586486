import type { Page } from 'playwright-core';
import { contract } from '../../../shared/contract/contract.ts';
import { SURFACE_METRES } from '../../../shared/rules/depth.ts';
import { apiError } from '../../../web/src/test-support/fake-api.ts';
import { buildProfile, NILS, VIEWER } from '../../../web/src/test-support/sample-data.ts';
import { createPng } from '../../support/sample-files.ts';
import { cardFrame } from './card-form.ts';
import {
  blockScript,
  button,
  chooseProfilePicture,
  endSession,
  memberNotFound,
  OWN_PROFILE,
  restrictedProfile,
  type ScreenState,
  withConversation,
  withDepthLog,
  withFiles,
  withInbox,
  withPeople,
  withPosts,
} from './screen-data.ts';

/** A stored outbox with one message that couldn't be sent. */
const FAILED_MESSAGE = JSON.stringify([
  {
    clientMessageId: 'message-1',
    recipientId: NILS.id,
    content: 'Where are you going?',
    writtenAt: '2026-03-01T10:00:00Z',
    state: 'failed',
    deadline: 0,
  },
]);

/** Returns a function that stores that this browser last showed the viewer at this depth. */
const seenAt = (metres: number) => (page: Page) =>
  page.addInitScript(`localStorage.setItem('fathom.ascent', '${JSON.stringify({ [VIEWER.id]: metres })}')`);

/** Screen states of the ascent, people, messages, and payments. */
export const MEMBER_STATES: readonly ScreenState[] = [
  // Ascent
  { name: 'zones-charted', path: '/files', metres: 25, prepare: seenAt(5), shows: 'You charted 2 new zones' },
  {
    name: 'surface-reached',
    path: '/dashboard',
    metres: SURFACE_METRES,
    prepare: seenAt(9000),
    shows: "You've reached the surface.",
  },
  // People
  { name: 'search', path: '/search', api: withPeople, shows: '.person-card' },
  { name: 'search-empty', path: '/search?q=unknown', shows: 'No users found matching your criteria.' },
  { name: 'feed', path: '/search?tab=posts', api: withPosts, shows: '.comment' },
  {
    name: 'comments',
    path: '/search?tab=posts',
    api: withPosts,
    reach: (page) => button(page, /^Show all 2 comments/).click(),
    shows: 'Show earlier comments',
  },
  { name: 'profile', path: `/profile/${NILS.id}`, shows: 'No posts yet' },
  { name: 'profile-files', path: `/profile/${NILS.id}?tab=files`, api: withFiles, shows: 'whale.wav' },
  {
    name: 'profile-restricted',
    path: `/profile/${NILS.id}`,
    api: (api) => api.on(contract.users.profile, () => ({ profile: restrictedProfile })),
    shows: 'Restricted Content',
  },
  {
    name: 'profile-not-found',
    path: `/profile/${NILS.id}`,
    api: (api) => api.fail(contract.users.profile, memberNotFound),
    shows: 'User not found',
  },
  { name: 'connections', path: `${OWN_PROFILE}?tab=connections`, api: withPeople, shows: 'Ascend to Follow' },
  { name: 'dive-log-empty', path: `${OWN_PROFILE}?tab=dive-log`, shows: 'Your dive log is empty.' },
  { name: 'dive-log', path: `${OWN_PROFILE}?tab=dive-log`, api: withDepthLog, shows: '.log-entry' },
  {
    name: 'dive-log-failed',
    path: `${OWN_PROFILE}?tab=dive-log`,
    api: (api) => api.fail(contract.account.depthLog),
    shows: "Your dive log couldn't be loaded.",
  },
  {
    name: 'receipt',
    path: `${OWN_PROFILE}?tab=dive-log`,
    api: withDepthLog,
    reach: (page) => button(page, /^Receipt for/).click(),
    shows: '100m Depth Package',
  },
  { name: 'picture-dialog', path: OWN_PROFILE, reach: chooseProfilePicture(createPng(2000)), shows: 'Upload Photo' },
  {
    name: 'picture-dialog-refused',
    path: OWN_PROFILE,
    reach: chooseProfilePicture(Buffer.from('<html>')),
    shows: 'Please upload an image file',
  },
  {
    name: 'delete-account',
    path: OWN_PROFILE,
    reach: (page) => button(page, 'Delete Account').click(),
    shows: "This can't be undone.",
  },
  {
    name: 'missing-dialog',
    path: OWN_PROFILE,
    prepare: blockScript('picture-dialog'),
    reach: (page) => button(page, 'Change profile photo').click(),
    shows: "couldn't be downloaded",
  },
  {
    name: 'edit-profile',
    path: '/edit-profile',
    api: (api) => api.on(contract.users.profile, () => ({ profile: buildProfile(VIEWER) })),
    reach: async (page) => {
      await page.getByLabel('Bio').fill('🐙'.repeat(201));
      await button(page, 'Save Changes').click();
    },
    shows: 'Bio can have at most 200 characters',
  },
  // Messages
  { name: 'inbox-empty', path: '/messages', shows: 'Start messaging users at your depth level or below!' },
  {
    name: 'inbox-failed',
    path: '/messages',
    api: (api) => api.fail(contract.messages.conversations),
    shows: 'An error occurred while loading conversations',
  },
  {
    name: 'inbox-offer',
    path: '/messages',
    api: withInbox,
    prepare: (page) => page.addInitScript(`window.Notification = class { static permission = 'default' }`),
    shows: 'Turn on notifications',
  },
  { name: 'inbox', path: '/messages', api: withInbox, shows: '.inbox__link--unread' },
  {
    name: 'inbox-offline',
    path: '/messages',
    api: withInbox,
    reach: async (page) => {
      await page.locator('.inbox__link').waitFor();
      await page.context().setOffline(true);
    },
    shows: "You're offline.",
  },
  {
    name: 'notification-menu',
    path: '/files',
    api: withInbox,
    reach: (page) => button(page, /^Notifications, 1/).click(),
    shows: 'Ahoy!',
  },
  { name: 'missing-screen', path: '/messages', prepare: blockScript('messages'), shows: "This can't be opened now" },
  { name: 'chat-beginning', path: `/messages/${NILS.id}`, shows: 'This is the beginning of your conversation' },
  { name: 'chat', path: `/messages/${NILS.id}`, api: withConversation({}), shows: 'Ahoy down there' },
  {
    name: 'chat-too-long',
    path: `/messages/${NILS.id}`,
    reach: (page) => page.getByPlaceholder('Type your message...').fill('🐙'.repeat(10_001)),
    shows: '10,001 / 10,000',
  },
  {
    name: 'chat-too-high',
    path: `/messages/${NILS.id}`,
    api: withConversation({ missingMetres: 1 }),
    shows: 'You need to ascend',
  },
  {
    name: 'chat-deleted',
    path: `/messages/${NILS.id}`,
    api: withConversation({ left: true }),
    shows: 'has left the ocean',
  },
  {
    name: 'chat-unsendable',
    path: `/messages/${NILS.id}`,
    api: withConversation({ left: true }),
    prepare: (page) =>
      page.addInitScript(`localStorage.setItem('fathom.outbox.${VIEWER.id}.closed-tab', '${FAILED_MESSAGE}')`),
    shows: "It can't be sent, because this member has left",
  },
  {
    name: 'chat-unknown',
    path: `/messages/${VIEWER.id}`,
    api: (api) =>
      api.fail(contract.messages.conversation, () =>
        apiError({ code: 'InvalidInput', params: { reason: 'message-yourself' } }),
      ),
    shows: "That's you!",
  },
  // Payments
  {
    name: 'payments',
    path: '/payments',
    reach: (page) => cardFrame(page).locator('[name=cardnumber]').waitFor(),
    shows: 'Fast Progress',
  },
  {
    name: 'payments-below-minimum',
    path: '/payments',
    reach: (page) => page.getByLabel('Or your own depth, in metres').fill('49.4'),
    shows: 'Card payments start at $0.50',
  },
  {
    name: 'payments-no-stripe',
    path: '/payments',
    prepare: (page) => page.route(/\/stripe\.js$/, (route) => route.abort()),
    reach: async (page) => {
      await button(page, 'Load again').waitFor();
      await page.locator('button[type=submit]').click();
    },
    shows: '[role=alert]:has-text("Stripe.js has not yet loaded")',
  },
  {
    name: 'payments-paypal',
    path: '/payments',
    reach: (page) => page.getByRole('radio', { name: 'PayPal' }).check({ force: true }),
    shows: 'iframe[title="PayPal"]',
  },
  {
    name: 'payments-no-paypal',
    path: '/payments',
    prepare: (page) =>
      page.route(
        ({ search }) => search.includes('client-id='),
        (route) => route.abort(),
      ),
    reach: (page) => page.getByRole('radio', { name: 'PayPal' }).check({ force: true }),
    shows: "PayPal couldn't be loaded.",
  },
  {
    name: 'payments-at-surface',
    path: '/payments',
    api: (api) => api.on(contract.account.me, () => ({ profile: { ...VIEWER, depth: SURFACE_METRES } })),
    reach: async (page) => {
      await button(page, 'Support Fathom').click();
      await cardFrame(page).locator('[name=cardnumber]').waitFor();
    },
    shows: "You're at the surface",
  },
  { name: 'payments-signed-out', path: '/payments', reach: endSession, shows: 'Please log in to purchase depth' },
  {
    name: 'profile-signed-out',
    path: `/profile/${NILS.id}`,
    reach: endSession,
    shows: 'Please log in to view profiles',
  },
];
