// @vitest-environment happy-dom
/** Tests of the notices about newly charted zones and about reaching the surface. Each appears once. */
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
  return (nextMetres) => rerender(<DepthMoments memberId="one" metres={nextMetres} />);
}

const region = () => screen.getByRole('status');

describe('notice of charted zones', () => {
  it('announces a zone with its creatures, and returns the focus when it is dismissed', async () => {
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

  it('adds more zones to an announcement that is still shown', async () => {
    const rise = renderAt(5);
    rise(35);
    await within(region()).findByText('You charted 3 new zones');
    rise(45);
    await within(region()).findByText('You charted 4 new zones');
    within(region()).getByText('Sunlight Zone, Twilight Zone - Upper, Twilight Zone - Mid, Twilight Zone - Lower');
  });

  it('announces at the next visit the zones charted elsewhere, but none on a first visit', async () => {
    renderAt(25);
    expect(region().textContent).toBe('');

    cleanup();
    renderAt(25);
    expect(region().textContent).toBe('');

    cleanup();
    renderAt(31);
    await within(region()).findByText('You charted a new zone: Twilight Zone - Mid');
  });

  it('waits until the tab is visible', async () => {
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
  const findMoment = () => screen.findByRole('dialog', { name: "You've reached the surface." });

  it.each([
    ['its button', () => userEvent.click(screen.getByRole('button', { name: 'Look around' }))],
    ['a click', () => userEvent.click(screen.getByText(/Welcome to the light/))],
    ['Enter', () => userEvent.keyboard('{Enter}')],
  ])('shows a dialog once, which closes on %s', async (_, skip) => {
    const rise = renderAt(5);
    rise(10_000);
    await findMoment();
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
