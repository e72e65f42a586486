import { contract } from '../../../shared/contract/contract.ts';
import { apiError } from '../../../web/src/test-support/fake-api.ts';
import { createPng } from '../../support/sample-files.ts';
import { returnToTab } from './member-browser.ts';
import {
  button,
  dialogButton,
  OWN_PROFILE,
  ownPost,
  type ScreenState,
  serveSound,
  withFiles,
  withFullDashboard,
} from './screen-data.ts';

/** Screen states of the visitor pages, dashboard, files, and upload. */
export const CONTENT_STATES: readonly ScreenState[] = [
  // Visitors
  { name: 'home', path: '/', visitor: true, shows: 'Welcome to Fathom' },
  { name: 'login', path: '/login', visitor: true, shows: 'Forgot your password?' },
  {
    name: 'register',
    path: '/register',
    visitor: true,
    shows: 'Passwords do not match',
    reach: async (page) => {
      await page.getByLabel('Username').fill('Nerea');
      await page.getByLabel('Email').fill('n@fathom.example');
      await page.getByLabel('Password', { exact: true }).fill('first-dive-1');
      await page.getByLabel('Confirm Password', { exact: true }).fill('first-dive-2');
      await button(page, 'Register').click();
    },
  },
  { name: 'forgot-password', path: '/forgot-password', visitor: true, shows: 'Send Code' },
  { name: 'not-found', path: '/atlantis', visitor: true, shows: 'Page Not Found' },
  // A member who deletes their account becomes a visitor.
  {
    name: 'farewell',
    path: OWN_PROFILE,
    api: (api) => api.on(contract.account.deleteAccount, () => ({})),
    reach: async (page) => {
      await button(page, 'Delete Account').click();
      await dialogButton(page, 'Delete Account').click();
    },
    shows: 'Your account has been deleted.',
  },
  // Dashboard
  { name: 'dashboard-empty', path: '/dashboard', shows: '.first-steps ol' },
  { name: 'dashboard', path: '/dashboard', api: withFullDashboard, shows: '.person-card' },
  {
    name: 'dashboard-failed',
    path: '/dashboard',
    api: (api) => api.fail(contract.account.dashboard),
    shows: "Your dashboard couldn't be loaded.",
  },
  {
    name: 'dashboard-outdated',
    path: '/dashboard',
    reach: async (page, api) => {
      await page.getByRole('heading', { name: 'Recent Activity' }).waitFor();
      api.fail(contract.account.dashboard);
      await returnToTab(page);
    },
    shows: 'What you see may be out of date.',
  },
  {
    name: 'composer-too-long',
    path: '/dashboard',
    reach: (page) => page.getByRole('textbox', { name: 'Your post' }).fill('🐙'.repeat(5001)),
    shows: '1 character too many',
  },
  {
    name: 'composer-picture',
    path: '/dashboard',
    reach: async (page) => {
      // The composer opens with the focus.
      await page.getByRole('textbox', { name: 'Your post' }).focus();
      await page
        .getByRole('form', { name: 'New post' })
        .locator('input[type=file]')
        .setInputFiles({ name: 'reef.png', mimeType: 'image/png', buffer: createPng(2000) });
    },
    shows: 'img[alt="The picture of your post"]',
  },
  {
    name: 'toasts',
    path: '/dashboard',
    api: (api) => api.on(contract.posts.create, () => ({ post: ownPost })),
    reach: async (page) => {
      // A toast stays while the tab has no focus.
      await page.evaluate(`document.hasFocus = () => false; dispatchEvent(new Event('focus'))`);
      await page.getByRole('textbox', { name: 'Your post' }).fill('Over and out');
      await page.getByRole('button', { name: 'Post', exact: true }).click();
    },
    shows: '.toast',
  },
  {
    name: 'post-gone',
    path: '/dashboard',
    api: (api) =>
      withFullDashboard(api).fail(contract.posts.like, () => apiError({ code: 'NotFound', params: { item: 'post' } })),
    reach: (page) => button(page, /^Like the post by Nils/).click(),
    shows: 'This post was deleted',
  },
  {
    name: 'offline',
    path: '/dashboard',
    api: withFullDashboard,
    reach: async (page) => {
      await page.locator('.person-card').waitFor();
      await page.context().setOffline(true);
    },
    shows: "You're offline.",
  },
  // Files
  { name: 'files', path: '/files', api: withFiles, shows: 'whale.wav' },
  {
    name: 'delete-file',
    path: '/files',
    api: withFiles,
    reach: (page) => button(page, /^Delete low\.txt/).click(),
    shows: "You'll sink by",
  },
  {
    name: 'files-selected',
    path: '/files',
    api: withFiles,
    reach: async (page) => {
      await button(page, 'Gallery view').click();
      await button(page, 'Select').click();
      await button(page, /^Select all/).click();
    },
    shows: 'Download as zip',
  },
  {
    name: 'edit-file',
    path: '/files',
    api: withFiles,
    reach: async (page) => {
      await button(page, 'Edit low.txt').click();
      await page.getByLabel('File name').fill('low: tide');
    },
    shows: 'Will be saved as',
  },
  {
    name: 'preview-text',
    path: '/files',
    api: withFiles,
    prepare: (page) => page.route(/\/low\.txt$/, (route) => route.fulfill({ body: 'Bring a torch.\n' })),
    reach: (page) => button(page, 'Preview low.txt').click(),
    shows: 'Bring a torch.',
  },
  {
    name: 'preview-picture',
    path: '/files',
    api: withFiles,
    reach: (page) => button(page, 'Preview reef.png').click(),
    shows: 'dialog img',
  },
  {
    name: 'preview-problem',
    path: '/files',
    api: (api) => withFiles(api).fail(contract.files.view),
    reach: (page) => button(page, 'Preview low.txt').click(),
    shows: 'dialog [role=alert]:not(:empty)',
  },
  {
    name: 'preview-loading',
    path: '/files',
    api: (api) => {
      withFiles(api).hold(contract.files.view);
      return api;
    },
    reach: (page) => button(page, 'Preview log.pdf').click(),
    shows: '.preview-skeleton--pdf',
  },
  {
    name: 'player-audio',
    path: '/files',
    api: withFiles,
    prepare: serveSound,
    reach: (page) => button(page, 'Preview whale.wav').click(),
    shows: '.player__bar',
  },
  // Upload
  {
    name: 'upload-refused',
    path: '/upload',
    reach: (page) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'run.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') }),
    shows: 'Only images, video, audio, PDF, plain text and zip files can be uploaded.',
  },
  {
    name: 'upload-several',
    path: '/upload',
    api: (api) => api.on(contract.files.findCopy, () => ({ held: false })),
    reach: async (page) => {
      await page.locator('input[type=file]').setInputFiles([
        { name: 'reef.png', mimeType: 'image/png', buffer: createPng(200) },
        { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('Low at six.') },
      ]);
      await button(page, 'Details of reef.png').click();
    },
    shows: '.queue-row__details',
  },
];
