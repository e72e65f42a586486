// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { ZONE_LABELS } from '../../../../shared/depth/zones.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { profileOf, VIEWER } from '../../test-support/sample-data.ts';

const links = () =>
  [...document.querySelectorAll('.navigation__links a')].map((link) => [
    link.textContent?.trim(),
    link.getAttribute('href'),
  ]);

/** An API in which the viewer is at a depth. */
const apiAt = (depth: number) =>
  emptyApi()
    .on(contract.account.me, () => ({ profile: { ...VIEWER, depth } }))
    .on(contract.users.profile, () => ({ profile: profileOf({ ...VIEWER, depth }) }));

describe('the navigation bar', () => {
  it('has two links for visitors', async () => {
    renderApp('/', { member: false });
    await screen.findByRole('heading', { level: 1 });
    expect(links()).toEqual([
      ['Login', '/login'],
      ['Register', '/register'],
    ]);
  });

  it('has a link to each part for members, and a bar as full as they are high', async () => {
    renderApp('/upload', { api: apiAt(2500) });
    await screen.findByText('Depth: 2500.00m');
    const bar = document.querySelector('.depth-indicator__bar span');
    expect(bar?.getAttribute('style')).toMatch(/^inline-size: 25%;?$/);
    expect(links().map(([name, path]) => [name?.replace(/^W(?=Profile)/, ''), path])).toEqual([
      ['Dashboard', '/dashboard'],
      ['Files', '/files'],
      ['Upload', '/upload'],
      ['Search', '/search'],
      ['Messages', '/messages'],
      ['Ascend', '/payments'],
      ['Profile', `/profile/${VIEWER.id}`],
    ]);
    screen.getByRole('button', { name: 'Logout' });
  });

  it('shows a depth beyond its scale as a full bar with the exact number', async () => {
    renderApp('/files', { api: apiAt(30_000) });
    const indicator = await screen.findByRole('meter', { name: 'Your depth' });
    await waitFor(() => expect(indicator.getAttribute('aria-valuetext')).toBe('Depth: 30000.00m'));
    expect(indicator.getAttribute('aria-valuenow')).toBe('10000');
  });
});

it('gives each zone of ten metres its own water, creatures and label', async () => {
  const shades = new Set<string>();
  for (const [level, label] of ZONE_LABELS.entries()) {
    const { unmount } = renderApp(`/profile/${VIEWER.id}`, { api: apiAt(level * 10 + 5) });
    await waitFor(() => expect(document.querySelector(`.page[data-zone="${level}"]`)).not.toBeNull());
    await waitFor(() => expect(document.querySelector('.profile-head__depth')?.textContent).toContain(label));
    await waitFor(() => expect(document.querySelector('.creature')).not.toBeNull());
    shades.add(document.querySelector('.page')?.getAttribute('style') ?? '');
    unmount();
  }
  expect(shades.size).toBe(ZONE_LABELS.length);
});
