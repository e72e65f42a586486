// @vitest-environment happy-dom
/** Tests that the colours of the page don't flash: they stay until the member's depth is known. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { paletteAt } from '../../ocean/palette.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { acceptLogIn, renderApp } from '../../test-support/render-app.tsx';
import { VIEWER } from '../../test-support/sample-data.ts';

const DAY_DEPTH = 5000;
/** Returns the colour of the water at the top of the page, at a depth in metres. */
const topColourAt = (metres: number) => paletteAt(metres).water[0];

/** Builds an API whose viewer is at this depth. Its dashboard waits until `release`. */
function buildHeldDashboard(depth: number) {
  const profile = { ...VIEWER, depth };
  const api = emptyApi()
    .on(contract.account.me, () => ({ profile }))
    .on(contract.account.dashboard, () => ({ profile, posts: [], files: [], nearby: [] }));
  return { api, release: api.hold(contract.account.dashboard) };
}

const readTopColour = () => document.querySelector<HTMLElement>('.page')?.style.getPropertyValue('--water-top');

/** Records each change of the colour at the top of the page. Returns a list that grows. */
function recordColours(): string[] {
  const colours: string[] = [];
  const record = () => {
    const colour = readTopColour();
    if (colour && colour !== colours.at(-1)) colours.push(colour);
  };

  record();
  new MutationObserver(record).observe(document.body, { attributes: true, childList: true, subtree: true });
  return colours;
}

async function logIn(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByLabelText('Email'), VIEWER.email);
  await user.type(screen.getByLabelText('Password'), 'secret-1');
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await screen.findByText('Loading...');
}

const findDashboard = () => screen.findByRole('heading', { name: 'Recent Activity' });

describe('colours of the page', () => {
  it('keeps the colours of 0 m after login until the depth is known', async () => {
    const { api, release } = buildHeldDashboard(DAY_DEPTH);
    const { user } = renderApp('/login', { api, isSignedIn: false, pool: acceptLogIn });
    const colours = recordColours();

    await logIn(user);
    expect(colours).toEqual([topColourAt(0)]);

    release();
    await findDashboard();
    await waitFor(() => expect(colours).toEqual([topColourAt(0), topColourAt(DAY_DEPTH)]));

    expect(document.documentElement.style.colorScheme).toBe('light');
  });

  it('never changes the colours of a new member, who is at 0 m', async () => {
    const { api, release } = buildHeldDashboard(0);
    const { user } = renderApp('/login', { api, isSignedIn: false, pool: acceptLogIn });
    const colours = recordColours();

    await logIn(user);
    release();
    await findDashboard();

    expect(colours).toEqual([topColourAt(0)]);
  });

  it('never changes the colours on a reload', async () => {
    localStorage.setItem('fathom.depth', String(DAY_DEPTH));
    const { api, release } = buildHeldDashboard(DAY_DEPTH);
    renderApp('/dashboard', { api });
    const colours = recordColours();

    await screen.findByText('Loading...');
    release();
    await findDashboard();

    expect(colours).toEqual([topColourAt(DAY_DEPTH)]);
  });

  it('resets the colours to those of 0 m when another member logs in', async () => {
    const firstDashboard = buildHeldDashboard(DAY_DEPTH);
    const { user, serveWith } = renderApp('/dashboard', { api: firstDashboard.api, pool: acceptLogIn });
    firstDashboard.release();
    await findDashboard();

    const secondDashboard = buildHeldDashboard(3);
    serveWith(secondDashboard.api);
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Log In' });
    const colours = recordColours();

    await logIn(user);
    secondDashboard.release();
    await findDashboard();
    await waitFor(() => expect(colours).toEqual([topColourAt(0), topColourAt(3)]));
  });
});
