// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import DepthMoments from './depth-moments.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

/** Renders the moments of a member, who is first seen at a depth. Returns a function that changes the depth. */
function renderAt(metres: number): (metres: number) => void {
  const { rerender } = render(<DepthMoments memberId="one" metres={metres} />);
  return (next) => rerender(<DepthMoments memberId="one" metres={next} />);
}

const region = () => screen.getByRole('status');

describe('newly charted zones', () => {
  it('are announced with their creatures until dismissed, which returns the focus', async () => {
    const field = document.body.appendChild(document.createElement('input'));
    const rise = renderAt(5);
    rise(12);

    const notice = within(region());
    await notice.findByText('You charted a new zone: Sunlight Zone');
    await notice.findByText('sardines');
    field.focus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(region().textContent).toBe(''));

    expect(document.activeElement).toBe(field);

    field.remove();
  });

  it('are one announcement, also if a member rises again while it is shown', async () => {
    const rise = renderAt(5);
    rise(35);
    await within(region()).findByText('You charted 3 new zones');
    rise(45);
    await within(region()).findByText('You charted 4 new zones');
    within(region()).getByText('Sunlight Zone, Twilight Zone - Upper, Twilight Zone - Mid, Twilight Zone - Lower');
  });

  it('are announced at the next visit if the member rose elsewhere, and not on a first visit', async () => {
    renderAt(25);
    expect(region().textContent).toBe('');

    cleanup();
    renderAt(25);
    expect(region().textContent).toBe('');

    cleanup();
    renderAt(31);
    await within(region()).findByText('You charted a new zone: Twilight Zone - Mid');
  });

  it('wait until the tab is visible', async () => {
    const rise = renderAt(5);
    const hiddenSpy = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    fireEvent(document, new Event('visibilitychange'));
    rise(12);
    expect(localStorage.getItem('fathom.ascent')).toBe('{"one":5}');

    hiddenSpy.mockReturnValue(false);
    fireEvent(document, new Event('visibilitychange'));
    await within(region()).findByText('You charted a new zone: Sunlight Zone');
  });
});

describe('reaching the surface', () => {
  const moment = () => screen.findByRole('dialog', { name: "You've reached the surface." });

  it.each([
    ['its button', () => userEvent.click(screen.getByRole('button', { name: 'Look around' }))],
    ['a click', () => userEvent.click(screen.getByText(/Welcome to the light/))],
    ['Enter', () => userEvent.keyboard('{Enter}')],
  ])('is a dialog that closes on %s, and is shown once', async (_, skip) => {
    const rise = renderAt(5);
    rise(10_000);
    await moment();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Look around' }));

    await skip();
    expect(screen.queryByRole('dialog')).toBeNull();

    rise(10_100);
    rise(9000);
    rise(10_000);
    cleanup();
    renderAt(10_000);

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(region().textContent).toBe('');
  });
});
