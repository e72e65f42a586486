import type { KeyboardEvent } from 'react';
import { toggleMute, togglePlay } from './media-actions.ts';
import { computeSeekTarget, SEEK_SECONDS } from './media-time.ts';

/** Returns the action of each key, wherever the focus is in the player. */
export function buildKeyBindings(
  media: HTMLMediaElement | null,
  toggleFullScreen: (() => void) | undefined,
): Record<string, () => void> {
  const seekBy = (seconds: number) => () => {
    if (media) media.currentTime = computeSeekTarget(media.currentTime, seconds, media.duration);
  };

  return {
    ArrowLeft: seekBy(-SEEK_SECONDS),
    ArrowRight: seekBy(SEEK_SECONDS),
    k: () => togglePlay(media),
    m: () => toggleMute(media),
    ...(toggleFullScreen && { f: toggleFullScreen }),
  };
}

/**
 * Runs the action of a pressed key. Keys without an action, and keys pressed with Alt, Control, or Meta, reach the
 * dialog.
 */
export function runKeyAction(event: KeyboardEvent, actions: Record<string, () => void>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;

  const action = actions[event.key];
  if (!action) return;

  // Arrow keys seek here instead of opening another file.
  event.stopPropagation();
  // Sliders handle their own arrow keys.
  if (event.target instanceof HTMLInputElement && event.key.startsWith('Arrow')) return;

  event.preventDefault();
  action();
}
