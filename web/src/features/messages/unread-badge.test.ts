import { expect, it } from 'vitest';
import { unreadText } from './unread-badge.tsx';

it.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('shows %i unread messages as %s', (total, text) => expect(unreadText(total)).toBe(text));
