import { afterEach, describe, expect, it, vi } from 'vitest';
import { showNotification } from './browser-notification.ts';

const message = { messageId: '01M1', userId: 'ada', content: 'Ahoy', timestamp: '2026-03-01T10:00:00Z' };

/** Replaces the browser's `Notification`. Returns the notifications that it shows. */
function stubNotifications(permission: NotificationPermission) {
  const shownNotifications: { title: string; body: string | undefined }[] = [];
  class FakeNotification {
    static readonly permission = permission;
    onclick: (() => void) | undefined;
    constructor(title: string, { body }: NotificationOptions) {
      shownNotifications.push({ title, body });
    }
  }

  vi.stubGlobal('Notification', FakeNotification);
  return shownNotifications;
}

afterEach(() => vi.unstubAllGlobals());

describe('showNotification', () => {
  it('shows the sender and the text', () => {
    const shownNotifications = stubNotifications('granted');

    showNotification(message, 'Ada', () => {});

    expect(shownNotifications).toEqual([{ title: 'Ada', body: 'Ahoy' }]);
  });

  it('shows the first 200 characters of a long text without cutting an emoji in half', () => {
    const shownNotifications = stubNotifications('granted');

    showNotification({ ...message, content: `${'a'.repeat(199)}🐋🐋` }, 'Ada', () => {});

    expect(shownNotifications).toEqual([{ title: 'Ada', body: `${'a'.repeat(199)}🐋` }]);
  });

  it('falls back to a generic text if the message is blank', () => {
    const shownNotifications = stubNotifications('granted');

    for (const content of ['', ' \n', '\u200B']) showNotification({ ...message, content }, 'Ada', () => {});

    expect(shownNotifications.map(({ body }) => body)).toEqual(Array(3).fill('You have a new message!'));
  });

  it('shows nothing without permission or browser support', () => {
    for (const permission of ['denied', 'default'] as const) {
      const shownNotifications = stubNotifications(permission);
      expect(showNotification(message, 'Ada', () => {})).toBeUndefined();
      expect(shownNotifications).toEqual([]);
    }

    vi.stubGlobal('Notification', undefined);
    expect(showNotification(message, 'Ada', () => {})).toBeUndefined();
  });
});
