// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../test-support/render-app.tsx';

it('the design page shows every kind of component, in the colours of a depth', async () => {
  const { logged } = renderApp('/__design', { member: false });
  await screen.findByRole('heading', { name: 'The design' });
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(expect.arrayContaining(['Scales', 'Files', 'People', 'Posts', 'Messages', 'Depth', 'Tabs']));
  const readScheme = () => document.querySelector('.design__water')?.getAttribute('data-scheme');
  expect(readScheme()).toBe('night');
  fireEvent.change(screen.getByRole('slider'), { target: { value: '1' } });
  screen.getByText('10000.00m, Surface, day', { exact: false });
  expect(readScheme()).toBe('day');
  expect(logged).toEqual([]);
});
