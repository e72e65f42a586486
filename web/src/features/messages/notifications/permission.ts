import { Store } from '../../../platform/store.ts';

type NotificationPermissionState = 'unsupported' | 'undecided' | 'granted' | 'denied';

/** Whether the member lets the browser tell them of messages. */
export const permission = new Store(present());

function present(): NotificationPermissionState {
  if (typeof Notification === 'undefined') return 'unsupported';
  return Notification.permission === 'default' ? 'undecided' : Notification.permission;
}

/** Asks the browser to ask. Browsers do so after a gesture only: a button calls this (decision 10). */
export async function askPermission(): Promise<void> {
  try {
    await Notification.requestPermission();
  } catch (error) {
    console.warn('The browser could not be asked for notifications.', error);
  }
  permission.set(present());
}
