// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Modal } from './modal.tsx';

afterEach(cleanup);

const INSIDE = { clientX: 50, clientY: 50 };
const OUTSIDE = { clientX: 150, clientY: 50 };

it.each([
  { begins: 'outside', ends: 'outside', down: OUTSIDE, up: OUTSIDE, closes: true },
  { begins: 'inside', ends: 'outside', down: INSIDE, up: OUTSIDE, closes: false },
  { begins: 'outside', ends: 'inside', down: OUTSIDE, up: INSIDE, closes: false },
])('Modal without closedby closes on a click that begins $begins and ends $ends: $closes', ({ down, up, closes }) => {
  const onClose = vi.fn();
  render(
    <Modal labelledBy="name" onClose={onClose}>
      <h2 id="name">Leave?</h2>
    </Modal>,
  );
  const dialog = screen.getByRole('dialog');
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100));

  fireEvent.mouseDown(dialog, down);
  fireEvent.click(dialog, up);

  expect(onClose).toHaveBeenCalledTimes(closes ? 1 : 0);
});
