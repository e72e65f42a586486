// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../../test-support/render-app.tsx';

it('the design page shows every kind of component, in the colours of a depth', async () => {
  const { loggedMessages } = renderApp('/__design', { isSignedIn: false });
  await screen.findByRole('heading', { name: 'The design' });
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

  expect(headings).toEqual(
    expect.arrayContaining(['Scales', 'Files', 'People', 'Posts', 'Messages', 'Depth', 'Tabs', 'Forms']),
  );

  const readScheme = () => document.querySelector('.design__water')?.getAttribute('data-scheme');
  expect(readScheme()).toBe('night');

  // The end of the slider is the surface.
  fireEvent.change(screen.getByRole('slider'), { target: { value: '1' } });
  screen.getByText('10000.00m, Surface, day', { exact: false });

  expect(readScheme()).toBe('day');
  // happy-dom doesn't know the element <search>.
  expect(loggedMessages.filter((line) => !line.endsWith(' search'))).toEqual([]);
});

/** The components without a sample, each with the reason. */
const WITHOUT_SAMPLES: Readonly<Record<string, string>> = {
  'close-button.tsx': 'Part of the dialogs that the cards of files open.',
  'depth-choice.tsx': 'Part of the composer of posts.',
  'dialog-button.tsx': 'Part of the cards of files.',
  'leave-guard.tsx': 'Shows a ConfirmDialog.',
  'link.tsx': 'Looks like the element that its class styles.',
  'modal.tsx': 'Contains a ConfirmDialog.',
  'toast-region.tsx': 'Contains the toasts.',
  'toasts.tsx': 'The button "Show toast" shows one.',
};

it('the design page has samples of every component of the design folder', () => {
  const design = join(import.meta.dirname, '../../design');
  const components = readdirSync(design, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!.*\.test).*\.tsx$/.test(file),
  );
  const pageSource = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');

  // A pattern that finds no files would pass the check below.
  expect(components.length).toBeGreaterThan(15);

  const missingComponents = components.filter((file) => !pageSource.includes(`/design/${file}'`));
  expect(missingComponents.sort()).toEqual(Object.keys(WITHOUT_SAMPLES).sort());
});
