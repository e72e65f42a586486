// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { ZONE_LABELS } from '../../../../shared/depth/zones.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { profileOf, VIEWER } from '../../test-support/sample-data.ts';

const linkTargets = () =>
  [...document.querySelectorAll('.navigation__links a')].map((link) => [
    link.textContent?.trim(),
    link.getAttribute('href'),
  ]);

/** Returns an API in which the viewer has this depth. */
const apiAtDepth = (depth: number) =>
  emptyApi()
    .on(contract.account.me, () => ({ profile: { ...VIEWER, depth } }))
    .on(contract.users.profile, () => ({ profile: profileOf({ ...VIEWER, depth }) }));

describe('navigation bar', () => {
  it('has two links for visitors', async () => {
    renderApp('/', { member: false });
    await screen.findByRole('heading', { level: 1 });
    expect(linkTargets()).toEqual([
      ['Login', '/login'],
      ['Register', '/register'],
    ]);
  });

  it('has links to all sections for members, and a bar that shows their depth', async () => {
    renderApp('/upload', { api: apiAtDepth(2500) });
    await screen.findByText('Depth: 2500.00m');
    const bar = document.querySelector('.depth-indicator__bar span');
    expect(bar?.getAttribute('style')).toMatch(/^inline-size: 25%;?$/);
    expect(linkTargets().map(([name, path]) => [name?.replace(/^W(?=Profile)/, ''), path])).toEqual([
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

  it('shows a depth above 10,000 m as a full bar with the exact number', async () => {
    renderApp('/files', { api: apiAtDepth(30_000) });
    const indicator = await screen.findByRole('meter', { name: 'Your depth' });
    await waitFor(() => expect(indicator.getAttribute('aria-valuetext')).toBe('Depth: 30000.00m'));
    expect(indicator.getAttribute('aria-valuenow')).toBe('10000');
  });
});

it('each zone of 10 m has its own colours, creatures, and label', async () => {
  const waterColours = new Set<string>();
  for (const [level, label] of ZONE_LABELS.entries()) {
    const { unmount } = renderApp(`/profile/${VIEWER.id}`, { api: apiAtDepth(level * 10 + 5) });
    await waitFor(() => expect(document.querySelector(`.page[data-zone="${level}"]`)).not.toBeNull());
    await waitFor(() => expect(document.querySelector('.profile-head__depth')?.textContent).toContain(label));
    await waitFor(() => expect(document.querySelector('.creature')).not.toBeNull());
    waterColours.add(document.querySelector('.page')?.getAttribute('style') ?? '');
    unmount();
  }
  expect(waterColours.size).toBe(ZONE_LABELS.length);
});
