// @vitest-environment happy-dom
/** Tests of the dialog that asks before an action. Two clicks must run the action once. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

afterEach(cleanup);

const TEXTS = { question: 'Delete it?', consequence: 'It is gone.', confirmLabel: 'Delete', cancelLabel: 'Keep' };

interface DialogProps {
  readonly onConfirm?: () => void;
  readonly onCancel?: () => void;
  readonly busyLabel?: string;
  readonly error?: string;
}

function buildDialog({ onConfirm = () => {}, onCancel = () => {}, ...props }: DialogProps) {
  return <ConfirmDialog {...TEXTS} {...props} onConfirm={onConfirm} onCancel={onCancel} />;
}

/** Presses Escape, as a browser without `closedby` handles it. */
function pressEscape(dialog: HTMLElement): void {
  if (fireEvent(dialog, new Event('cancel', { cancelable: true }))) (dialog as HTMLDialogElement).close();
}

/** Clicks outside the dialog, which the browser reports as a click on the dialog's backdrop. */
function clickOutside(dialog: HTMLElement): void {
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100));
  fireEvent.mouseDown(dialog, { clientX: 150, clientY: 50 });
  fireEvent.click(dialog, { clientX: 150, clientY: 50 });
}

/** Clicks the button that confirms twice in one task, so that the dialog can't render between the clicks. */
function clickTwice(): void {
  // The label is "Delete", or "Deleting..." while the action runs.
  const button = screen.getByRole('button', { name: /^Delet/ });
  act(() => {
    button.click();
    button.click();
  });
}

describe('ConfirmDialog', () => {
  it('confirms once for two clicks before the next render', () => {
    const onConfirm = vi.fn();
    render(buildDialog({ onConfirm }));
    clickTwice();

    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('ignores clicks while the action runs, and can be confirmed again after an error', () => {
    const onConfirm = vi.fn();
    const { rerender } = render(buildDialog({ onConfirm, busyLabel: 'Deleting...' }));
    clickTwice();
    expect(onConfirm).not.toHaveBeenCalled();

    rerender(buildDialog({ onConfirm, error: 'Refused' }));
    clickTwice();
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it.each([
    { way: 'Escape', close: pressEscape },
    { way: 'a click outside', close: clickOutside },
  ])('stays open on $way while the action runs, and closes afterwards', ({ close }) => {
    const onCancel = vi.fn();
    const { rerender } = render(buildDialog({ onCancel, busyLabel: 'Deleting...' }));
    const dialog = screen.getByRole('dialog');
    close(dialog);

    expect(dialog).toHaveProperty('open', true);
    expect(onCancel).not.toHaveBeenCalled();

    rerender(buildDialog({ onCancel, error: 'Refused' }));
    close(dialog);
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('replaces Cancel with a notice while the action runs', () => {
    const { rerender } = render(buildDialog({}));
    const notice = screen.getByRole('status');
    expect(notice.textContent).toBe('');

    rerender(buildDialog({ busyLabel: 'Deleting...' }));
    expect(screen.queryByRole('button', { name: 'Keep' })).toBeNull();
    expect(notice.textContent).toBe("This can't be cancelled now. Please wait.");

    rerender(buildDialog({ error: 'Refused' }));
    expect(notice.textContent).toBe('');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep' }));
  });
});
