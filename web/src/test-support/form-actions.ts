import { waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

/** Waits until an element has the focus. */
export const waitForFocus = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

/** Replaces the text of a field and submits its form. */
export async function resubmit(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.type(field, `${text}{Enter}`);
}
