import { Store } from '../../../platform/state/store.ts';

type NotificationPermissionState = 'unsupported' | 'undecided' | 'granted' | 'denied';

/** Whether this browser may show notifications. */
export const permission = new Store(readPermission());

function readPermission(): NotificationPermissionState {
  if (typeof Notification === 'undefined') return 'unsupported';
  return Notification.permission === 'default' ? 'undecided' : Notification.permission;
}

/** Requests permission. Call it from a click: browsers ignore the request without a user gesture. */
export async function requestPermission(): Promise<void> {
  try {
    await Notification.requestPermission();
  } catch (error) {
    console.warn('Notification permission could not be requested.', error);
  }

  permission.set(readPermission());
}
