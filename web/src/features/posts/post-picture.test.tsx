// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PostPicture } from './post-picture.tsx';

it('shows the checkerboard of transparent pictures only behind a loaded picture', () => {
  render(<PostPicture url="/reef.webp" post={{ imageAlt: 'A reef', username: 'marina' }} />);
  const { classList } = screen.getByRole('link');
  expect(classList).not.toContain('post__picture--loaded');

  fireEvent.load(screen.getByRole('img'));
  expect(classList).toContain('post__picture--loaded');
});
