import { isBlank } from '../../../../../shared/text/text.ts';
import { texts } from '../texts.ts';
import type { ShownNotification } from './cross-tab-notifier.ts';
import type { MessageNotification } from './message-notification.ts';

/** Maximum length of the text, in characters. */
const MAX_BODY_LENGTH = 200;

/**
 * Shows a browser notification.
 *
 * @param name - the sender's name, shown as title
 * @param onOpen - called when the notification is clicked
 * @returns undefined without permission, or if the browser doesn't support notifications
 */
export function showNotification(
  message: MessageNotification,
  name: string,
  onOpen: () => void,
): ShownNotification | undefined {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return undefined;

  const { content, messageId } = message;
  try {
    const notification = new Notification(name, {
      body: isBlank(content) ? texts.newMessage : content.slice(0, MAX_BODY_LENGTH),
      icon: '/favicon.svg',
      // If two tabs notify at the same time, the second replaces the first.
      tag: messageId,
    });
    notification.onclick = () => {
      window.focus();
      notification.close();
      onOpen();
    };

    return notification;
  } catch {
    // Mobile Chrome defines the constructor but throws.
    return undefined;
  }
}
