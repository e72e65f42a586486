// @vitest-environment happy-dom
/** Tests of links within the app. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { Link, NavLink } from './link.tsx';

afterEach(cleanup);

function CurrentLocation() {
  const { pathname, state } = useLocation();
  return <output>{JSON.stringify({ pathname, state })}</output>;
}

function renderAt(path: string, link: ReactNode) {
  render(
    <MemoryRouter initialEntries={[path]}>
      {link}
      <CurrentLocation />
    </MemoryRouter>,
  );
  return screen.getByRole('link');
}

const readLocation = () => JSON.parse(screen.getByRole('status').textContent);

describe('Link', () => {
  it('opens its screen with its state, without loading the page again', () => {
    const link = renderAt('/', <Link to="/login" state={{ from: '/files' }} />);
    expect(link.getAttribute('href')).toBe('/login');

    // fireEvent returns false if the browser's own navigation is prevented.
    expect(fireEvent.click(link)).toBe(false);
    expect(readLocation()).toEqual({ pathname: '/login', state: { from: '/files' } });
  });

  it('leaves clicks that open a new tab to the browser', () => {
    const link = renderAt('/', <Link to="/login" />);
    expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
    expect(readLocation().pathname).toBe('/');
  });

  it('stays on the screen if its click handler prevents the default', () => {
    const link = renderAt('/', <Link to="/login" onClick={(event) => event.preventDefault()} />);
    fireEvent.click(link);
    expect(readLocation().pathname).toBe('/');
  });
});

describe('NavLink', () => {
  it.each([
    ['/messages', '/messages', true],
    ['/messages/01J9', '/messages', true],
    ['/messages-archive', '/messages', false],
    ['/', '/', true],
    ['/files', '/', false],
  ])('marks at %s a link to %s as the current page: %s', (path, to, isCurrent) => {
    const link = renderAt(path, <NavLink className="bar" to={to} />);
    expect(link.getAttribute('aria-current')).toBe(isCurrent ? 'page' : null);
    expect(link.className).toBe(isCurrent ? 'bar active' : 'bar');
  });
});
