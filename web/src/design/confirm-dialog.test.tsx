// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';

afterEach(cleanup);

const TEXTS = { question: 'Delete it?', consequence: 'It is gone.', confirmLabel: 'Delete', cancelLabel: 'Keep' };

function dialogWith(props: { onConfirm: () => void; busyLabel?: string; error?: string }) {
  return <ConfirmDialog {...TEXTS} {...props} onCancel={() => {}} />;
}

function clickTwice(): void {
  const button = screen.getByRole('button', { name: /^Delet/ });
  act(() => {
    button.click();
    button.click();
  });
}

describe('ConfirmDialog', () => {
  it('confirms once for two clicks before the next render', () => {
    const onConfirm = vi.fn();
    render(dialogWith({ onConfirm }));
    clickTwice();
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('ignores clicks while the action runs, and can be confirmed again after an error', () => {
    const onConfirm = vi.fn();
    const { rerender } = render(dialogWith({ onConfirm, busyLabel: 'Deleting...' }));
    clickTwice();
    expect(onConfirm).not.toHaveBeenCalled();
    rerender(dialogWith({ onConfirm, error: 'Refused' }));
    clickTwice();
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});
