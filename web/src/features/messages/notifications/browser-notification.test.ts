import { afterEach, expect, it, vi } from 'vitest';
import { showNotification } from './browser-notification.ts';

const notice = { messageId: '01M1', userId: 'ada', content: 'Ahoy', timestamp: '2026-03-01T10:00:00Z' };

/** Notifications as a browser has them. */
function browserWith(permission: NotificationPermission) {
  const shown: { title: string; body: string | undefined }[] = [];
  class Shown {
    static readonly permission = permission;
    onclick: (() => void) | undefined;
    constructor(title: string, { body }: NotificationOptions) {
      shown.push({ title, body });
    }
  }
  vi.stubGlobal('Notification', Shown);
  return shown;
}

afterEach(() => vi.unstubAllGlobals());

it('says who has written, and what', () => {
  const shown = browserWith('granted');
  showNotification(notice, 'Ada', () => {});
  expect(shown).toEqual([{ title: 'Ada', body: 'Ahoy' }]);
});

it('says that there is a message where it has no words to show', () => {
  const shown = browserWith('granted');
  for (const content of ['', ' \n', '\u200B']) showNotification({ ...notice, content }, 'Ada', () => {});
  expect(shown.map(({ body }) => body)).toEqual(Array(3).fill('You have a new message!'));
});

it('is none where the member does not want it, or the browser has none', () => {
  for (const permission of ['denied', 'default'] as const) {
    const shown = browserWith(permission);
    expect(showNotification(notice, 'Ada', () => {})).toBeUndefined();
    expect(shown).toEqual([]);
  }
  vi.stubGlobal('Notification', undefined);
  expect(showNotification(notice, 'Ada', () => {})).toBeUndefined();
});
