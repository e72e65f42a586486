import { isBlank } from '../../../../../shared/text/text.ts';
import type { ShownNotification } from './cross-tab-notifier.ts';
import type { MessageNotification } from './message-notification.ts';
import { texts } from './texts.ts';

/** Maximum length of the text, in code points, so that no emoji is cut in half. */
const MAX_BODY_LENGTH = 200;

/**
 * Shows a browser notification.
 *
 * @param senderName - the title of the notification
 * @param onOpen - called when the notification is clicked
 * @returns the notification; undefined without permission, or if the browser can't show it
 */
export function showNotification(
  message: MessageNotification,
  senderName: string,
  onOpen: () => void,
): ShownNotification | undefined {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return undefined;

  const { content, messageId } = message;

  try {
    const notification = new Notification(senderName, {
      body: isBlank(content) ? texts.newMessage : [...content].slice(0, MAX_BODY_LENGTH).join(''),
      icon: '/favicon.svg',
      // If two tabs notify at the same time, the second notification replaces the first.
      tag: messageId,
    });

    notification.onclick = () => {
      window.focus();
      notification.close();
      onOpen();
    };

    return notification;
  } catch {
    // Chrome on Android defines the constructor, but it throws: only service workers can show notifications there.
    return undefined;
  }
}
