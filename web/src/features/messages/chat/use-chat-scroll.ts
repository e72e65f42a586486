import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { prefersReducedMotion } from '../../../ocean/reduced-motion.ts';

/** Maximum distance from the end at which the area follows new messages, in pixels. */
const FOLLOW_DISTANCE_PX = 60;

/** Maximum distance from the top at which earlier messages are loaded, in pixels. */
const NEAR_TOP_PX = 300;

interface ChatScrollOptions {
  /** The element that scrolls. */
  readonly area: RefObject<HTMLElement | null>;
  /** The hook stores the position here, so that it survives a switch to another conversation. Undefined at the end. */
  readonly savedPosition: { scrollTop: number | undefined };
  /** Changes whenever something is added to the area, at either end. */
  readonly contentKey: unknown;
  /** The client ID of the newest message that isn't sent yet. A new ID scrolls to the end from anywhere. */
  readonly newestUnsentId: string | undefined;
  readonly onNearTop: () => void;
  /** Receives whether the area follows new messages. Called after each scroll. */
  readonly onScroll: (isFollowing: boolean) => void;
}

/**
 * Keeps the scroll position of a chat. At the end, it scrolls smoothly to new messages. Elsewhere, the visible messages
 * stay in place when earlier ones are added above.
 *
 * @returns a function that scrolls to the end
 */
export function useChatScroll({
  area,
  savedPosition,
  contentKey,
  newestUnsentId,
  onNearTop,
  onScroll,
}: ChatScrollOptions): () => void {
  const scrollState = useRef({
    lastScrollTop: 0,
    isFollowing: savedPosition.scrollTop === undefined,
    isInitialized: false,
    newestUnsentId,
  });
  /** The message that stays in place when earlier messages are added above it. */
  const anchor = useRef<{ readonly element: HTMLElement; readonly offset: number }>(undefined);

  const scrollToEnd = useCallback(
    (behavior: 'smooth' | 'instant') => {
      scrollState.current.isFollowing = true;
      area.current?.scrollTo({
        top: area.current.scrollHeight,
        behavior: prefersReducedMotion() ? 'instant' : behavior,
      });
    },
    [area],
  );

  const updatePosition = useCallback(() => {
    const element = area.current;
    if (!element) return;

    const state = scrollState.current;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const isAtEnd = scrollHeight - scrollTop - clientHeight <= FOLLOW_DISTANCE_PX;

    // The area still follows during a smooth scroll down to the end. Only scrolling up stops following.
    if (isAtEnd) state.isFollowing = true;
    else if (scrollTop < state.lastScrollTop) state.isFollowing = false;
    state.lastScrollTop = scrollTop;

    savedPosition.scrollTop = state.isFollowing ? undefined : scrollTop;
    anchor.current = findAnchor(element);

    onScroll(state.isFollowing);
    if (scrollTop < NEAR_TOP_PX) onNearTop();
  }, [area, savedPosition, onNearTop, onScroll]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: contentKey changes when the content has grown.
  useLayoutEffect(() => {
    const state = scrollState.current;
    const element = area.current;
    if (!element) return;

    const hasJustWritten = newestUnsentId !== undefined && newestUnsentId !== state.newestUnsentId;
    state.newestUnsentId = newestUnsentId;

    if (state.isFollowing || hasJustWritten) {
      // When the chat opens, it is at its end without an animation.
      scrollToEnd(state.isInitialized ? 'smooth' : 'instant');
    } else if (!state.isInitialized) {
      element.scrollTop = savedPosition.scrollTop ?? 0;
    } else if (anchor.current?.element.isConnected) {
      // Messages may have been added above the anchor, so it is moved back to its place.
      element.scrollTop = anchor.current.element.offsetTop - anchor.current.offset;
    }
    state.isInitialized = true;

    // Loads earlier messages if there are too few to scroll.
    if (element.scrollHeight <= element.clientHeight + NEAR_TOP_PX) onNearTop();
  }, [contentKey]);

  // Stays at the end when an on-screen keyboard opens or the phone is turned.
  const stayAtEnd = useCallback(() => {
    if (scrollState.current.isFollowing) scrollToEnd('instant');
  }, [scrollToEnd]);

  useScrollListeners(area, updatePosition, stayAtEnd);

  return useCallback(() => scrollToEnd('smooth'), [scrollToEnd]);
}

/** Calls `onScroll` after each scroll of the area, and `onResize` when the area's size changes. */
function useScrollListeners(area: RefObject<HTMLElement | null>, onScroll: () => void, onResize: () => void): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;

    element.addEventListener('scroll', onScroll, { passive: true });
    const resizeObserver = new ResizeObserver(onResize);
    resizeObserver.observe(element);

    return () => {
      element.removeEventListener('scroll', onScroll);
      resizeObserver.disconnect();
    };
  }, [area, onScroll, onResize]);
}

/** Returns the first visible message and its distance from the top of the area. */
function findAnchor(area: HTMLElement) {
  const rows = area.querySelectorAll<HTMLElement>('.bubble');
  const element = [...rows].find(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > area.scrollTop);
  return element && { element, offset: element.offsetTop - area.scrollTop };
}
