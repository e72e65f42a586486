// @vitest-environment happy-dom
/**
 * Tests that a text is never lost while it is unsent: not by a reload, a refresh of the list, an expired session, or a
 * logout.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { currentVisit, markSessionEnded, markSignedIn } from '../../platform/auth/auth-state.ts';
import { hasDrafts, readDraft } from '../../platform/browser/drafts.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import type { FakeApi } from '../../test-support/fake-api.ts';
import { renderApp, returnToTab } from '../../test-support/render-app.tsx';
import { NILS, sampleFile, samplePost, VIEWER } from '../../test-support/sample-data.ts';
import { serveDashboard } from '../../test-support/serve-dashboard.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => sessionStorage.clear());

const OWN_POST = samplePost({ userId: VIEWER.id, username: VIEWER.username, content: 'Ahoy' });
const NEWER_POST = samplePost({ id: '01KAHQ3V7V8Z5T0F4M2S6R9XBB', username: 'Theo', content: 'High tide at noon.' });

const findPost = (author: string) => screen.findByRole('article', { name: new RegExp(author) });
const getCommentField = (card: HTMLElement) => within(card).getByRole<HTMLTextAreaElement>('textbox');

/** A form whose text is kept. */
interface KeptForm {
  /** The path of its component below web/src. */
  readonly file: string;
  readonly path: string;
  readonly findField: () => Promise<HTMLTextAreaElement>;
}

const KEPT_FORMS: readonly KeptForm[] = [
  {
    file: 'features/posts/comments/comment-form.tsx',
    path: '/dashboard',
    findField: async () => getCommentField(await findPost('Nils')),
  },
  {
    file: 'features/posts/composer/post-composer.tsx',
    path: '/dashboard',
    findField: () => screen.findByRole('textbox', { name: 'Your post' }),
  },
  {
    file: 'features/messages/chat/composer.tsx',
    path: `/messages/${NILS.id}`,
    findField: () => screen.findByRole('textbox', { name: /^Message to/ }),
  },
  {
    file: 'features/account/profile/edit-profile-form.tsx',
    path: '/edit-profile',
    findField: () => screen.findByLabelText('Bio'),
  },
  {
    file: 'features/files/edit/edit-file-dialog.tsx',
    path: '/files',
    findField: async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Edit own.txt' }));
      return screen.findByLabelText<HTMLTextAreaElement>('Description');
    },
  },
];

/** Why forms with credentials keep no text. */
const CREDENTIALS_REASON = 'Passwords and codes are typed again. Browsers fill them in.';

/** The forms that keep no text: the paths of their components below web/src, each with the reason. */
const FORMS_WITHOUT_DRAFT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'login-form',
      'new-password-form',
      'recover-form',
      'forgot-password-form',
      'totp-form',
      'confirm-account-form',
      'register-form',
    ].map((name) => [`features/credentials/sign-in/${name}.tsx`, CREDENTIALS_REASON]),
  ),
  ...Object.fromEntries(
    ['pending-email', 'change-password-section', 'password-form', 'set-up-totp'].map((name) => [
      `features/credentials/security/${name}.tsx`,
      CREDENTIALS_REASON,
    ]),
  ),
  'features/files/upload/chosen-file.tsx': 'Browsers store no chosen file, and its texts mean nothing without it.',
  'features/payments/card/card-payment.tsx': 'Card details belong to the provider.',
};

describe('forms', () => {
  it('each form keeps its text, or has a reason not to', () => {
    const folder = join(import.meta.dirname, '../..');
    const formFiles = globSync('features/**/*.tsx', { cwd: folder, exclude: ['**/*.test.tsx'] }).filter((path) =>
      /<form\b/.test(readFileSync(join(folder, path), 'utf8')),
    );
    expect([...KEPT_FORMS.map(({ file }) => file), ...Object.keys(FORMS_WITHOUT_DRAFT)].toSorted()).toEqual(
      formFiles.toSorted(),
    );
  });
});

describe.each(KEPT_FORMS)('the text in $file', ({ path, findField }) => {
  const ownFile = sampleFile({ key: 'own', fileName: 'own.txt', userId: VIEWER.id });
  const render = () => {
    const api = serveDashboard(emptyApi(), { posts: [samplePost()] });
    return renderApp(path, {
      api: api.on(contract.files.list, () => ({ files: [ownFile], lastKey: null, requestId: null })),
    });
  };

  it('restores unsent text after a reload', async () => {
    const firstPage = render();
    await firstPage.user.type(await findField(), 'Half a thought');
    // Unmounting runs the cleanup of effects, but closing a page doesn't. The test restores the entries afterwards.
    const storedEntries = { ...sessionStorage };

    firstPage.unmount();
    await Promise.resolve();
    for (const [key, text] of Object.entries(storedEntries)) sessionStorage.setItem(key, text as string);

    render();
    expect((await findField()).value).toBe('Half a thought');
  });

  it('restores unsent text when the member signs in again after the session has ended', async () => {
    const { user } = render();
    const field = await findField();
    await user.type(field, 'Half a thought');

    act(() => markSessionEnded(currentVisit()));
    await waitFor(() => expect(field.isConnected).toBe(false));
    act(() => markSignedIn());

    expect((await findField()).value).toBe('Half a thought');
  });
});

describe('a comment that is being written', () => {
  const buildApi = () => serveDashboard(emptyApi(), { posts: [samplePost()] });

  async function pushPostAway(api: FakeApi): Promise<void> {
    serveDashboard(api, { posts: [NEWER_POST] });
    returnToTab();
    await findPost('Theo');
  }

  it('keeps a post with an unsent comment when newer posts push it off the dashboard', async () => {
    const { user, api } = renderApp('/dashboard', { api: buildApi() });
    const card = await findPost('Nils');
    await user.type(getCommentField(card), 'Thank you');
    act(() => getCommentField(card).blur());
    await pushPostAway(api);

    expect(getCommentField(await findPost('Nils')).value).toBe('Thank you');
  });

  it('keeps a post while its empty comment field has the focus, until the next refresh', async () => {
    const { user, api } = renderApp('/dashboard', { api: buildApi() });
    await user.click(getCommentField(await findPost('Nils')));
    await pushPostAway(api);
    await findPost('Nils');

    act(() => (document.activeElement as HTMLElement).blur());
    serveDashboard(api, { posts: [NEWER_POST, samplePost({ id: 'x', username: 'Ada' })] });
    returnToTab();
    await findPost('Ada');

    expect(screen.queryByRole('article', { name: /Nils/ })).toBeNull();
  });

  it('restores an unsent comment after a reload, and sends it with the same key', async () => {
    const firstPage = renderApp('/dashboard', { api: buildApi().fail(contract.posts.addComment) });
    const field = getCommentField(await findPost('Nils'));
    await firstPage.user.type(field, 'Thank you');
    await firstPage.user.click(screen.getByRole('button', { name: 'Comment' }));
    await screen.findByText((text) => text.startsWith("Your comment couldn't be posted."));

    const [lostComment] = firstPage.api.inputsOf(contract.posts.addComment);
    firstPage.unmount();

    const { user, api } = renderApp('/dashboard', { api: buildApi().fail(contract.posts.addComment) });
    expect(getCommentField(await findPost('Nils')).value).toBe('Thank you');

    await user.click(screen.getByRole('button', { name: 'Comment' }));
    await waitFor(() => expect(api.inputsOf(contract.posts.addComment)[0]).toEqual(lostComment));
  });
});

describe('a post that is being written', () => {
  const findPostField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your post' });
  /** Simulates closing the tab. Returns false if the page asks for a confirmation. */
  const closeTab = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));

  it('shows that a post is being published after the screen was left, and publishes it once', async () => {
    const api = serveDashboard(emptyApi(), {});
    api.on(contract.posts.create, () => ({ post: OWN_POST }));
    const release = api.hold(contract.posts.create);
    const { user } = renderApp('/dashboard', { api });

    await user.type(await findPostField(), 'Ahoy');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    expect(closeTab()).toBe(false);

    await user.click(screen.getAllByRole('link', { name: 'Upload Files' })[0]!);
    await screen.findByRole('heading', { level: 1, name: /Upload/ });
    await user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0]!);

    const field = await findPostField();
    expect(field.readOnly).toBe(true);
    await screen.findByRole('button', { name: 'Posting...' });

    release();
    await waitFor(() => expect(field.value).toBe(''));
    expect(closeTab()).toBe(true);
    expect(api.inputsOf(contract.posts.create)).toHaveLength(1);
  });
});

describe('logging out', () => {
  const logOut = async (user: UserEvent) =>
    user.click(await screen.findByRole('button', { name: 'Logout', hidden: true }));

  it('asks before a logout discards unsent texts', async () => {
    const { user } = renderApp('/dashboard', { api: serveDashboard(emptyApi(), { posts: [samplePost()] }) });
    await user.type(getCommentField(await findPost('Nils')), 'Thank you');
    await logOut(user);
    await user.click(await screen.findByRole('button', { name: 'Stay Logged In' }));

    expect(getCommentField(await findPost('Nils')).value).toBe('Thank you');

    await logOut(user);
    await user.click(await screen.findByRole('button', { name: 'Discard and Log Out' }));
    await waitFor(() => expect(location.pathname).toBe('/login'));

    expect(hasDrafts(VIEWER.id)).toBe(false);
  });

  it('logs out without a question if there are no unsent texts', async () => {
    const { user } = renderApp('/dashboard');
    await logOut(user);
    await waitFor(() => expect(location.pathname).toBe('/login'));
  });

  it('logs out without waiting for a user pool that does not respond', async () => {
    const { user } = renderApp('/dashboard', { pool: () => new Promise<Response>(() => {}) });
    await logOut(user);
    await waitFor(() => expect(location.pathname).toBe('/login'));
    expect(Object.keys(localStorage).filter((key) => key.endsWith('Token'))).toEqual([]);
  });
});

describe('the texts of a profile that is being edited', () => {
  const findBioField = () => screen.findByLabelText<HTMLTextAreaElement>('Bio');

  it('asks before it discards the texts of a profile when the member leaves', async () => {
    const { user } = renderApp('/edit-profile');
    await user.type(await findBioField(), 'Half fish');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));

    expect((await findBioField()).value).toBe('Half fish');

    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const dialog = within(await screen.findByRole('dialog'));
    // The last button discards the texts.
    await user.click(dialog.getAllByRole('button').at(-1)!);
    await waitFor(() => expect(location.pathname).toBe(`/profile/${VIEWER.id}`));
    await waitFor(() => expect(readDraft(VIEWER.id, 'profile')).toBeNull());
  });
});
