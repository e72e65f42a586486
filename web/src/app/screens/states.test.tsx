// @vitest-environment happy-dom
/** Tests that each screen handles loading, failure, no data, and an expired session. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { buildHttpRequest } from '../../../../shared/contract/http-request.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import type { FakeApi } from '../../test-support/fake-api.ts';
import { acceptLogIn, endSession, renderApp, returnToTab } from '../../test-support/render-app.tsx';
import { NILS, VIEWER } from '../../test-support/sample-data.ts';

/** A screen that loads data, with its texts in each state. */
interface ScreenCase {
  readonly name: string;
  readonly path: string;
  readonly endpoint: Endpoint;
  /** The text shown while it loads. */
  readonly loadingText: string;
  /** The text shown when loading fails. */
  readonly errorText: string;
  /** The CSS selector of the loaded content. */
  readonly contentSelector: string;
  /** The prompt shown when the session has ended. */
  readonly signInPrompt: string;
}

const OWN_PROFILE = `/profile/${VIEWER.id}`;
const PROFILE_SIGN_IN = 'Please log in to view profiles';

/** The fields of screens that load only the viewer's profile. */
const PROFILE_LOADING = {
  endpoint: contract.account.me,
  loadingText: 'Loading...',
  errorText: 'Failed to load profile data',
};

const SCREENS: readonly ScreenCase[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    endpoint: contract.account.dashboard,
    loadingText: 'Loading...',
    errorText: "Your dashboard couldn't be loaded.",
    contentSelector: '.dashboard',
    signInPrompt: 'Please sign in to view your dashboard.',
  },
  {
    name: 'files',
    path: '/files?sort=size',
    endpoint: contract.files.list,
    loadingText: 'Loading files...',
    errorText: 'Failed to fetch files: ',
    contentSelector: '.explorer__count, .explorer__empty',
    signInPrompt: 'Please sign in to view files.',
  },
  {
    name: 'upload',
    path: '/upload',
    ...PROFILE_LOADING,
    contentSelector: '.uploader',
    signInPrompt: 'Please sign in to upload files.',
  },
  {
    name: 'users',
    path: '/search?q=Nils',
    endpoint: contract.users.list,
    loadingText: 'Loading users...',
    errorText: 'Failed to load users: ',
    contentSelector: '.person-card',
    signInPrompt: 'Please sign in to find users.',
  },
  {
    name: 'posts',
    path: '/search?tab=posts',
    endpoint: contract.posts.list,
    loadingText: 'Loading posts...',
    errorText: 'Failed to load posts: ',
    contentSelector: '.posts',
    signInPrompt: 'Please sign in to find users.',
  },
  {
    name: 'profile',
    path: `/profile/${NILS.id}`,
    endpoint: contract.users.profile,
    loadingText: 'Loading profile...',
    errorText: 'Failed to load profile data',
    contentSelector: '.tabs',
    signInPrompt: PROFILE_SIGN_IN,
  },
  {
    name: 'profile-posts',
    path: OWN_PROFILE,
    endpoint: contract.posts.listOfMember,
    loadingText: 'Loading posts...',
    errorText: 'Failed to load posts: ',
    contentSelector: '.posts__empty',
    signInPrompt: PROFILE_SIGN_IN,
  },
  {
    name: 'profile-files',
    path: `${OWN_PROFILE}?tab=files`,
    endpoint: contract.files.listOfMember,
    loadingText: 'Loading files...',
    errorText: 'Failed to fetch files: ',
    contentSelector: '.explorer__empty',
    signInPrompt: PROFILE_SIGN_IN,
  },
  {
    name: 'profile-connections',
    path: `${OWN_PROFILE}?tab=connections`,
    endpoint: contract.users.followers,
    loadingText: 'Loading people...',
    errorText: "This list couldn't be loaded.",
    contentSelector: '.connections',
    signInPrompt: PROFILE_SIGN_IN,
  },
  {
    name: 'dive-log',
    path: `${OWN_PROFILE}?tab=dive-log`,
    endpoint: contract.account.depthLog,
    loadingText: 'Loading',
    errorText: "couldn't be loaded",
    contentSelector: '.dive-log .prompt',
    signInPrompt: PROFILE_SIGN_IN,
  },
  {
    name: 'edit-profile',
    path: '/edit-profile',
    ...PROFILE_LOADING,
    contentSelector: '.edit-profile',
    signInPrompt: 'Please log in to edit your profile.',
  },
  {
    name: 'security',
    path: '/settings/security',
    endpoint: contract.credentials.signInSettings,
    loadingText: 'Loading your sign-in settings...',
    errorText: "Your sign-in settings couldn't be loaded.",
    contentSelector: '.security',
    signInPrompt: 'Please log in to change how you sign in.',
  },
  {
    name: 'payments',
    path: '/payments',
    ...PROFILE_LOADING,
    loadingText: 'Loading your profile...',
    contentSelector: '.purchase',
    signInPrompt: 'Please log in to purchase depth and access more content.',
  },
  {
    name: 'inbox',
    path: '/messages',
    endpoint: contract.messages.conversations,
    loadingText: 'Loading...',
    errorText: 'An error occurred while loading conversations',
    contentSelector: '.inbox, .inbox__empty',
    signInPrompt: 'Please sign in to read your messages.',
  },
  {
    name: 'chat',
    path: `/messages/${NILS.id}`,
    endpoint: contract.messages.conversation,
    loadingText: 'Loading...',
    errorText: "conversation couldn't be loaded",
    contentSelector: '.chat',
    signInPrompt: 'Please sign in to read your messages.',
  },
];

const buildApi = () => emptyApi().on(contract.users.list, () => ({ users: [NILS], cursor: null }));

const findContent = ({ contentSelector }: ScreenCase) =>
  waitFor(() => {
    const element = document.querySelector(contentSelector);
    expect(element).not.toBeNull();
    return element;
  });

const querySkeletons = ({ loadingText }: ScreenCase) =>
  [...document.querySelectorAll('.skeleton[role=status]')].filter(({ textContent }) =>
    textContent?.includes(loadingText),
  );

const findErrorPanel = ({ errorText }: ScreenCase) =>
  waitFor(() => {
    const panel = screen.getAllByRole('alert').find(({ textContent }) => textContent?.includes(errorText));
    expect(panel).toBeDefined();
    return panel as HTMLElement;
  });

/** Makes an endpoint respond as in {@link buildApi} from now on. */
function repair(api: FakeApi, endpoint: Endpoint): void {
  const workingApi = buildApi();

  api.on(endpoint, async (input) => {
    // The type of the input depends on the endpoint, which differs between screens.
    const { path } = buildHttpRequest(endpoint, input as never);
    const url = new URL(`https://fathom.example/api${path}`);
    return workingApi.respond(url, { method: endpoint.method, body: endpoint.body && JSON.stringify({}) });
  });
}

describe('screens that load data', () => {
  it.each(SCREENS)(
    '$name shows a skeleton, an error when loading fails, and the content after a retry',
    async (testedScreen) => {
      const api = buildApi().fail(testedScreen.endpoint);
      const release = api.hold(testedScreen.endpoint);
      const { user } = renderApp(testedScreen.path, { api });
      await waitFor(() => expect(querySkeletons(testedScreen)[0]?.querySelector('.skeleton__shape')).toBeTruthy());

      release();
      const errorPanel = await findErrorPanel(testedScreen);
      const retryButton = within(errorPanel).getByRole('button', { name: 'Retry' });

      repair(api, testedScreen.endpoint);
      retryButton.focus();
      await user.keyboard('{Enter}');

      await findContent(testedScreen);
      await waitFor(() => expect(errorPanel.isConnected).toBe(false));
      await waitFor(() => expect(querySkeletons(testedScreen)).toEqual([]));

      // Retry removes its button. The focus must move to the screen's heading, not to the top of the page.
      expect(document.activeElement).not.toBe(document.body);
    },
  );
});

/** Names of screens that are a tab of another screen in the list, and show its prompt. */
const TAB_NAME = /^(posts|profile-|dive)/;

describe('expired session', () => {
  it.each(SCREENS.filter(({ name }) => !TAB_NAME.test(name)))(
    'prompts to sign in on $name and returns there after the login',
    async (testedScreen) => {
      const api = buildApi();
      const { user, serveWith } = renderApp(testedScreen.path, { api, pool: acceptLogIn });
      await findContent(testedScreen);

      endSession(api);
      await waitFor(() => {
        returnToTab();
        screen.getByText(testedScreen.signInPrompt);
      });

      serveWith(buildApi());
      await user.click(screen.getByRole('link', { name: 'Log in' }));
      await user.type(await screen.findByLabelText('Email'), VIEWER.email);
      await user.type(screen.getByLabelText('Password'), 'second-dive-2');
      await user.click(screen.getByRole('button', { name: 'Log In' }));

      await findContent(testedScreen);
      expect(location.pathname + location.search).toBe(testedScreen.path);
    },
  );
});

describe('screens without data', () => {
  it.each<[path: string, text: string]>([
    ['/files?q=no-such-file', 'No files found. Upload some files to get started!'],
    ['/search?q=no-such-user', 'No users found matching your criteria.'],
    ['/dashboard', 'No one at your depth or below has posted yet. Write the first post!'],
    ['/dashboard', 'No files found. Upload some files to get started!'],
    ['/dashboard', 'No one is within 100 metres of you yet.'],
    [OWN_PROFILE, 'No posts yet'],
    [`${OWN_PROFILE}?tab=files`, 'No files uploaded yet'],
    [`${OWN_PROFILE}?tab=connections`, 'No followers yet'],
    [`${OWN_PROFILE}?tab=dive-log`, 'Your dive log is empty.'],
    [`${OWN_PROFILE}?tab=dive-log`, 'Upload a file to add the first entry.'],
    ['/settings/security', 'No devices are listed yet.'],
    ['/messages', 'Start messaging users at your depth level or below!'],
    [`/messages/${NILS.id}`, 'This is the beginning of your conversation'],
  ])('%s shows: %s', async (path, text) => {
    renderApp(path);

    await screen.findByText((content) => content.includes(text));
  });
});
