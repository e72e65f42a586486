// @vitest-environment happy-dom
/** Tests of the dashboard on screen: the depth meter, the layer, and test contributions. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { apiError } from '../../test-support/fake-api.ts';
import { renderApp, returnToTab } from '../../test-support/render-app.tsx';
import { sampleFile, VIEWER } from '../../test-support/sample-data.ts';

const THUMBNAIL = '/renditions/nils/reef/320.webp?expires=1';

const readLinkTarget = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');
const findDashboard = () => screen.findByRole('heading', { name: 'Recent Activity' });

describe('depth meter on the dashboard', () => {
  it('shows four markers and links to upload and payment on the depth meter', async () => {
    renderApp('/dashboard');
    const meter = await screen.findByRole('meter', { name: 'Depth meter' });
    const markers = [...document.querySelectorAll('.depth-meter__marker')];
    expect(markers.map(({ textContent }) => textContent).toSorted()).toEqual(['11000m', '2500m', '5000m', '7500m']);

    const top = markers.find(({ textContent }) => textContent === '11000m');
    expect(top?.getAttribute('style')).toMatch(/^inset-block-end: 100%;?$/);
    expect(meter.getAttribute('aria-valuemax')).toBe('11000');
    expect(readLinkTarget('Upload Files')).toBe('/upload');
    expect(readLinkTarget('Ascend Faster')).toBe('/payments');
  });
});

describe('depth on the dashboard', () => {
  it.each([
    [0, 'Your depth: 0.00m · Fathom'],
    [99.99, 'Your depth: 99.99m · Fathom'],
    [100, 'Your depth: 100.00m · Mid-Ocean'],
    [1000, 'Your depth: 1000.00m · Shallow Waters'],
    [10_000, 'Your depth: 10000.00m · Surface'],
  ])('shows the layer at %d m', async (depth, text) => {
    const profile = { ...VIEWER, depth };
    const api = emptyApi().on(contract.account.dashboard, () => ({ profile, posts: [], files: [], nearby: [] }));
    renderApp('/dashboard', { api });
    await findDashboard();

    // The page contains the number twice. Removes the animated one, which is hidden from screen readers.
    const summary = document.querySelector('.screen__lead')?.cloneNode(true) as Element;
    for (const copy of summary.querySelectorAll('[aria-hidden]')) copy.remove();

    expect(summary.textContent).toBe(text);
  });

  it('shows a test contribution as a rise in centimetres', async () => {
    const profile = { ...VIEWER, depth: 0.001, contributedMB: 0.1 };
    const api = emptyApi().on(contract.account.testContribution, () => ({ profile }));
    const { user } = renderApp('/dashboard', { api });
    // 1 MB lifts by 1 cm.
    await user.click(await screen.findByRole('button', { name: 'Add 0.1 MB test contribution' }));

    await screen.findByText('Your depth: +0.1 cm');
  });
});

describe('composer on the dashboard', () => {
  /** Builds the allowances of a member who can write this many more of 20 posts. The page shows a number up to five. */
  const buildAllowances = (remaining: number) => ({
    standing: 'new' as const,
    settledAt: '2026-12-01T00:00:00.000Z',
    allowances: [
      { limit: 'posts' as const, allowed: 20, remaining, resetsAt: new Date(Date.now() + 2 * HOUR_MS).toISOString() },
    ],
  });

  it('shows how many posts are left while the member writes if only a few are left', async () => {
    const api = emptyApi().on(contract.account.allowances, () => buildAllowances(3));
    const { user } = renderApp('/dashboard', { api });
    const field = await screen.findByRole('textbox');
    expect(api.inputsOf(contract.account.allowances)).toHaveLength(0);

    await user.type(field, 'Ahoy');
    await screen.findByText('Posts: 3 of 20 left today.');
  });

  it('shows no number of posts while enough are left', async () => {
    const api = emptyApi().on(contract.account.allowances, () => buildAllowances(6));
    const { user } = renderApp('/dashboard', { api });
    await user.type(await screen.findByRole('textbox'), 'Ahoy');
    await waitFor(() => expect(api.inputsOf(contract.account.allowances)).toHaveLength(1));

    expect(screen.queryByText(/left today/)).toBeNull();
  });

  it('says when to try again after a refused post', async () => {
    const sentence = "You've shared 20 posts today, which is the limit for new members. You can post again in 3 hours.";
    const params = { limit: 'posts', standing: 'new', allowed: 20 } as const;
    const refusal = { code: 'LimitReached', params, retryAfterSeconds: 3 * 3600 } as const;
    const api = emptyApi().fail(contract.posts.create, () => apiError(refusal));
    const { user } = renderApp('/dashboard', { api });

    await user.type(await screen.findByRole('textbox'), 'Ahoy');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    await screen.findByText((text) => text.includes(sentence));

    expect(api.inputsOf(contract.posts.create)).toHaveLength(1);
  });
});

describe('dashboard', () => {
  it('links to all posts, files, and users', async () => {
    renderApp('/dashboard');
    await findDashboard();

    expect(readLinkTarget('View more posts')).toBe('/search?tab=posts');
    expect(readLinkTarget('Explore all files')).toBe('/files');
    expect(readLinkTarget('Find More')).toBe('/search');
    expect(readLinkTarget('Upload Files')).toBe('/upload');
  });

  it("shows a picture's thumbnail on its card", async () => {
    const api = emptyApi().on(contract.account.dashboard, () => ({
      profile: VIEWER,
      posts: [],
      files: [sampleFile({ fileName: 'reef.png', contentType: 'image/png', media: { thumbnail: THUMBNAIL } })],
      nearby: [],
    }));

    renderApp('/dashboard', { api });
    const card = await screen.findByRole('listitem', { name: 'reef.png' });

    expect(card.querySelector('img')?.getAttribute('src')).toBe(THUMBNAIL);
  });

  it('shows the error when loading fails', async () => {
    renderApp('/dashboard', { api: emptyApi().fail(contract.account.dashboard) });
    await screen.findByText((text) => text.includes("Your dashboard couldn't be loaded. Couldn't reach Fathom."));
  });

  it('keeps the old data when a refresh fails, with a notice and a Retry button', async () => {
    const { api, user } = renderApp('/dashboard');
    await findDashboard();

    api.fail(contract.account.dashboard);
    returnToTab();
    const notice = await screen.findByText((text) => text.includes('What you see may be out of date.'));

    await findDashboard();
    api.on(contract.account.dashboard, () => ({ profile: VIEWER, posts: [], files: [], nearby: [] }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(notice.isConnected).toBe(false));
  });
});
