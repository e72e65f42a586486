import { expect, it } from 'vitest';
import { formatUnreadCount } from './unread-badge.tsx';

it.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('shows %i unread messages as %s', (total, text) => expect(formatUnreadCount(total)).toBe(text));
