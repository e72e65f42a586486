import { type RefObject, useSyncExternalStore } from 'react';

/** Phones of one maker give the whole screen to films alone, in a player of their own. */
interface Film extends HTMLMediaElement {
  readonly webkitEnterFullscreen?: () => void;
}

function follow(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/**
 * Gives the whole screen to a place, or takes it back.
 *
 * @returns whether the place has it, and what changes that: undefined where the browser cannot
 */
export function useFullScreen(place: RefObject<HTMLElement | null>, media: RefObject<HTMLMediaElement | null>) {
  const full = useSyncExternalStore(follow, () => document.fullscreenElement !== null);
  const possible = document.fullscreenEnabled || 'webkitEnterFullscreen' in HTMLVideoElement.prototype;

  function toggle() {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (document.fullscreenEnabled) place.current?.requestFullscreen().catch(console.error);
    else (media.current as Film | null)?.webkitEnterFullscreen?.();
  }

  return { full, toggle: possible ? toggle : undefined };
}
