import { type RefObject, useSyncExternalStore } from 'react';

/** iPhones allow full screen only for video elements, with a non-standard method. */
interface FullScreenVideo extends HTMLMediaElement {
  readonly webkitEnterFullscreen?: () => void;
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Returns whether the page is in full screen, and a function to toggle it (undefined if unsupported). */
export function useFullScreen(container: RefObject<HTMLElement | null>, media: RefObject<HTMLMediaElement | null>) {
  const isFullScreen = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const isSupported = document.fullscreenEnabled || 'webkitEnterFullscreen' in HTMLVideoElement.prototype;

  function toggle() {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (document.fullscreenEnabled) container.current?.requestFullscreen().catch(console.error);
    else (media.current as FullScreenVideo | null)?.webkitEnterFullscreen?.();
  }

  return { isFullScreen, toggle: isSupported ? toggle : undefined };
}
