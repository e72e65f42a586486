import { isBlank } from '../../../../../shared/text/text.ts';
import { texts } from '../texts.ts';
import type { Shown } from './announcer.ts';
import type { Notice } from './notices.ts';

const BODY_LENGTH = 200;

/**
 * Shows a notification of the browser.
 *
 * @param onOpen - called when it is pressed
 * @returns undefined when the member does not want any, or the browser has none
 */
export function showNotification(notice: Notice, name: string, onOpen: () => void): Shown | undefined {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return undefined;
  const { content, messageId } = notice;
  try {
    const notification = new Notification(name, {
      body: isBlank(content) ? texts.newMessage : content.slice(0, BODY_LENGTH),
      icon: '/favicon.svg',
      // Tabs that were equally quick replace each other's.
      tag: messageId,
    });
    notification.onclick = () => {
      window.focus();
      notification.close();
      onOpen();
    };
    return notification;
  } catch {
    // Some browsers of phones have the name only.
    return undefined;
  }
}
