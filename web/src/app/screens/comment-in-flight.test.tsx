// @vitest-environment happy-dom
/** Tests of a comment that is still being sent while its form is closed, reopened, or changed. */
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { readDraft } from '../../platform/browser/drafts.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError, type FakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { samplePost, VIEWER } from '../../test-support/sample-data.ts';
import { serveDashboard } from '../../test-support/serve-dashboard.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => sessionStorage.clear());

const POST = samplePost();

/** Returns an API that accepts each comment on the post. */
function buildApi(): FakeApi {
  const { id: userId, username, profilePicture: userProfilePic, createdAt } = VIEWER;

  return serveDashboard(emptyApi(), { posts: [POST] }).on(contract.posts.addComment, ({ text }) => ({
    comment: { id: 'c1', text, userId, username, userProfilePic, createdAt },
    commentCount: 1,
  }));
}

/** Finds the field for a comment on the post, whose author is Nils. */
async function findField(): Promise<HTMLTextAreaElement> {
  return within(await screen.findByRole('article', { name: /Nils/ })).getByRole('textbox');
}

/** Sends the comment "Thanks", leaves the dashboard before the response arrives, and returns to it. */
async function sendAndReturn(user: UserEvent): Promise<void> {
  await user.type(await findField(), 'Thanks');
  await user.click(screen.getByRole('button', { name: 'Comment' }));

  await user.click(screen.getAllByRole('link', { name: 'Upload Files' })[0]!);
  await screen.findByRole('heading', { level: 1, name: /Upload/ });
  await user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0]!);
  await findField();
}

/** Returns the text of the stored draft, or null without a draft. */
function readStoredText(): string | null {
  const storedDraft = readDraft(VIEWER.id, `comment.${POST.id}`);
  return storedDraft && JSON.parse(storedDraft).text;
}

describe('a comment that is sent while the member visits another screen', () => {
  it('leaves the text stored that the member has typed since', async () => {
    const api = buildApi();
    const release = api.hold(contract.posts.addComment);
    const { user } = renderApp('/dashboard', { api });
    await sendAndReturn(user);
    await user.type(await findField(), ' a lot');

    release();
    await screen.findByText('Your comment has been posted.');

    expect(readStoredText()).toBe('Thanks a lot');
    expect((await findField()).value).toBe('Thanks a lot');
  });

  it('removes its stored text if the member has typed nothing since', async () => {
    const api = buildApi();
    const release = api.hold(contract.posts.addComment);
    const { user } = renderApp('/dashboard', { api });
    await sendAndReturn(user);
    expect(readStoredText()).toBe('Thanks');

    release();
    await screen.findByText('Your comment has been posted.');

    expect(readStoredText()).toBeNull();
  });

  it('empties the reopened form if the member has typed nothing since', async () => {
    const api = buildApi();
    const release = api.hold(contract.posts.addComment);
    const { user } = renderApp('/dashboard', { api });
    await sendAndReturn(user);
    expect((await findField()).value).toBe('Thanks');

    release();
    await screen.findByText('Your comment has been posted.');

    expect((await findField()).value).toBe('');
  });

  it('shows a toast if the comment fails', async () => {
    const api = buildApi();
    api.fail(contract.posts.addComment, () => apiError({ code: 'Internal' }));
    const release = api.hold(contract.posts.addComment);
    const { user } = renderApp('/dashboard', { api });
    await sendAndReturn(user);

    release();
    await screen.findByText(/^Your comment couldn't be posted\./);
    expect(readStoredText()).toBe('Thanks');
  });

  it('leaves the text stored that the member has typed since, even if another text was already posted', async () => {
    const api = buildApi();
    // An earlier attempt with the same idempotency key has posted another text.
    api.fail(contract.posts.addComment, () => apiError({ code: 'Conflict', params: { item: 'comment' } }));
    const release = api.hold(contract.posts.addComment);
    const { user } = renderApp('/dashboard', { api });
    await sendAndReturn(user);
    await user.type(await findField(), ' a lot');
    const requestCount = api.inputsOf(contract.account.dashboard).length;

    release();
    // The page loads the posts again after a conflict.
    await waitFor(() => expect(api.inputsOf(contract.account.dashboard).length).toBeGreaterThan(requestCount));

    expect(readStoredText()).toBe('Thanks a lot');
  });
});
