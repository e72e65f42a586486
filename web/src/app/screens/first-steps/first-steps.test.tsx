// @vitest-environment happy-dom
/** Tests of the three first steps that the dashboard shows to a new member, until they are done or hidden. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { contract } from '../../../../../shared/contract/contract.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { emptyApi } from '../../../test-support/empty-api.ts';
import { renderApp, returnToTab } from '../../../test-support/render-app.tsx';
import { samplePost, VIEWER } from '../../../test-support/sample-data.ts';

const DONE_PROFILE = { bio: 'Wreck diver.', contributedMB: 0.5, followingCount: 2 };
const CLOSING_LINE = /^You've taken the first steps/;

/** Builds an API for this member. `posts` are on the dashboard, and `ownPosts` on the member's profile. */
function buildDashboardApi(profile: Partial<OwnProfile>, posts: Post[] = [], ownPosts: Post[] = []) {
  const viewer = { ...VIEWER, ...profile };
  return emptyApi()
    .on(contract.account.me, () => ({ profile: viewer }))
    .on(contract.account.dashboard, () => ({ profile: viewer, posts, files: [], nearby: [] }))
    .on(contract.posts.listOfMember, () => ({ posts: ownPosts, cursor: null }));
}

const ownPost = samplePost({ userId: VIEWER.id });
const findSteps = () => screen.findByRole('region', { name: 'First steps' });
const findDashboard = () => screen.findByRole('heading', { name: 'Recent Activity' });

async function readSteps(): Promise<string[]> {
  const items = within(await findSteps()).getAllByRole('listitem');
  return items.map((item) => {
    const title = within(item).getByRole('heading').textContent;
    return `${title}: ${within(item).getByText(/^(Done|To do)$/).textContent}`;
  });
}

describe('first steps on the dashboard', () => {
  it('shows three open steps with their links to a new member', async () => {
    const { user } = renderApp('/dashboard');
    expect(await readSteps()).toEqual(['Introduce yourself: To do', 'Share a file: To do', 'Find people: To do']);

    const steps = within(await findSteps());
    steps.getByText('0 of 3 done');
    const hrefs = steps.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(['/edit-profile', '/upload', '/search']);

    await user.click(steps.getByRole('button', { name: 'Write a post' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your post' }));
  });

  it.each<[description: string, profile: Partial<OwnProfile>, posts: Post[], ownPosts: Post[]]>([
    ['a bio', { bio: 'Wreck diver.' }, [], []],
    ['a picture', { profilePicture: '/media/a.png' }, [], []],
    ['a post on the dashboard', {}, [samplePost(), ownPost], []],
    ['an older post', {}, [samplePost()], [ownPost]],
  ])('marks the introduction as done for a member with %s', async (_, profile, posts, ownPosts) => {
    const { api } = renderApp('/dashboard', { api: buildDashboardApi(profile, posts, ownPosts) });
    expect(await readSteps()).toEqual(['Introduce yourself: Done', 'Share a file: To do', 'Find people: To do']);
    expect(api.inputsOf(contract.posts.listOfMember)).toHaveLength(ownPosts.length);
  });

  it('marks "Share a file" as done for a member who has shared one', async () => {
    renderApp('/dashboard', { api: buildDashboardApi({ contributedMB: 0.01 }) });
    expect(await readSteps()).toEqual(['Introduce yourself: To do', 'Share a file: Done', 'Find people: To do']);
    screen.getByText('1 of 3 done');
  });

  it('marks the introduction as done when the member posts', async () => {
    const api = buildDashboardApi({}).on(contract.posts.create, () => ({ post: ownPost }));
    const { user } = renderApp('/dashboard', { api });
    await findSteps();
    await user.type(screen.getByRole('textbox', { name: 'Your post' }), 'Ahoy');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    await waitFor(async () => expect((await readSteps())[0]).toBe('Introduce yourself: Done'));
  });

  it('shows the closing line once, after the last step', async () => {
    const api = buildDashboardApi({ ...DONE_PROFILE, followingCount: 0 });
    const { user, serveWith } = renderApp('/dashboard', { api });
    await findSteps();
    serveWith(buildDashboardApi(DONE_PROFILE));
    returnToTab();
    await screen.findByText(CLOSING_LINE);

    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();

    await user.click(screen.getByRole('link', { name: 'Find More' }));
    await screen.findByRole('heading', { name: 'Find Users' });
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await findDashboard();

    expect(screen.queryByText(CLOSING_LINE)).toBeNull();
    expect(document.querySelector('.first-steps-space')).toBeNull();
  });

  it('shows the closing line if the last step was done on another screen', async () => {
    const { user, serveWith } = renderApp('/dashboard', {
      api: buildDashboardApi({ ...DONE_PROFILE, followingCount: 0 }),
    });
    await findSteps();
    await user.click(screen.getByRole('link', { name: 'Find More' }));
    await screen.findByRole('heading', { name: 'Find Users' });

    serveWith(buildDashboardApi(DONE_PROFILE));
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByText(CLOSING_LINE);
  });

  it('keeps the steps hidden after Hide steps, and moves the focus to the heading', async () => {
    const { user } = renderApp('/dashboard');
    await findSteps();
    await user.click(screen.getByRole('button', { name: 'Hide steps' }));

    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));

    await screen.findByText('The first steps are hidden in this browser.');
    await user.click(screen.getByRole('link', { name: 'Find More' }));
    await screen.findByRole('heading', { name: 'Find Users' });
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await findDashboard();

    expect(document.querySelector('.first-steps-space')).toBeNull();
  });

  it('reserves no space for a member who has done all steps', async () => {
    const { api } = renderApp('/dashboard', { api: buildDashboardApi(DONE_PROFILE) });
    const seenElements: Element[] = [];
    const observer = new MutationObserver(() =>
      seenElements.push(...document.querySelectorAll('[class^="first-steps"]')),
    );
    observer.observe(document.body, { childList: true, subtree: true });

    await findDashboard();
    returnToTab();
    await waitFor(() => expect(api.inputsOf(contract.account.dashboard).length).toBeGreaterThan(1));
    observer.disconnect();

    expect(seenElements).toEqual([]);
  });
});
