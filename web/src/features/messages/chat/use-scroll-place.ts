import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { prefersStillness } from '../../../ocean/motion.ts';

/** As near to the end as that is at the end, in pixels. */
const END_PX = 60;

/** As near to the top as that asks for more, in pixels. */
const TOP_PX = 300;

interface ScrollPlace {
  readonly area: RefObject<HTMLElement | null>;
  /** Changes whenever something is added to the area, at either end. */
  readonly content: unknown;
  /** What the member has just written: something new leads to the end, wherever one is. */
  readonly written: string | undefined;
  /** Called when one is near the top. */
  readonly onTop: () => void;
  /** Told whether one is at the end, where what comes next is seen. */
  readonly onEnd: (atEnd: boolean) => void;
}

/**
 * Keeps one's place in a conversation: at the end, to which it scrolls smoothly when something is added there; elsewhere,
 * at what one is reading, however much is added above it.
 *
 * @returns scrolls to the end
 */
export function useScrollPlace({ area, content, written, onTop, onEnd }: ScrollPlace): () => void {
  const place = useRef({ top: 0, following: true, begun: false, written });
  const anchor = useRef<{ readonly element: HTMLElement; readonly offset: number }>(undefined);

  const toEnd = useCallback(
    (smoothly: boolean) => {
      place.current.following = true;
      const behavior = smoothly && !prefersStillness() ? 'smooth' : 'instant';
      area.current?.scrollTo({ top: area.current.scrollHeight, behavior });
    },
    [area],
  );

  const look = useCallback(() => {
    const element = area.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    const atEnd = scrollHeight - scrollTop - clientHeight <= END_PX;
    // On the way down to the end one is as good as there; only going up leaves it.
    if (atEnd) place.current.following = true;
    else if (scrollTop < place.current.top) place.current.following = false;
    place.current.top = scrollTop;
    anchor.current = anchorOf(element);
    onEnd(place.current.following);
    if (scrollTop < TOP_PX) onTop();
  }, [area, onTop, onEnd]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the content decides when something was added.
  useLayoutEffect(() => {
    const { current } = place;
    const element = area.current;
    if (!element) return;
    const justWritten = written !== undefined && written !== current.written;
    current.written = written;
    if (current.following || justWritten) toEnd(current.begun);
    else if (anchor.current?.element.isConnected) {
      element.scrollTop = anchor.current.element.offsetTop - anchor.current.offset;
    }
    current.begun = true;
    // Too few messages to scroll: there may be more above.
    if (element.scrollHeight <= element.clientHeight + TOP_PX) onTop();
  }, [content]);

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    element.addEventListener('scroll', look, { passive: true });
    // A keyboard that slides in, or a turned phone: who was at the end stays there.
    const resized = new ResizeObserver(() => {
      if (place.current.following) toEnd(false);
    });
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [area, look, toEnd]);

  return useCallback(() => toEnd(true), [toEnd]);
}

/** The first row that can be seen, and where it stands. */
function anchorOf(area: HTMLElement) {
  const rows = area.querySelectorAll<HTMLElement>('.bubble');
  const element = [...rows].find(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > area.scrollTop);
  return element && { element, offset: element.offsetTop - area.scrollTop };
}
