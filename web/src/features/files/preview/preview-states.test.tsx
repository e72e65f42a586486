// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PreviewSkeleton } from './preview-states.tsx';

afterEach(cleanup);

it('PreviewSkeleton announces that a file is loading', () => {
  render(<PreviewSkeleton kind="image" />);

  expect(screen.getByRole('status').textContent).toBe('Loading preview...');
});

it('PreviewSkeleton announces nothing if the file is shown above the skeleton', () => {
  render(<PreviewSkeleton kind="pdf" isCovered />);

  expect(screen.getByText('Loading preview...')).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
});
