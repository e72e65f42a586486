import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ZONE_LABELS } from '../../../../shared/rules/zones.ts';
import { tabActive } from '../../platform/browser/tab-active.ts';
import { useStore } from '../../platform/state/store.ts';
import { ZoneCreatures } from '../chart/zone-creatures.tsx';
import { texts } from './texts.ts';

/** How long the notice stays, in milliseconds without pauses. The list of charted zones has the same content. */
const DURATION_MS = 15_000;

interface ChartedNoticeProps {
  /** The levels of the newly charted zones, 0 to 10. */
  readonly levels: readonly number[];
  readonly onDismiss: () => void;
}

/**
 * Announces newly charted zones, with the creatures of the last zone. Stays while it is hovered or focused, and while
 * the tab is inactive.
 */
export default function ChartedNotice({ levels, onDismiss }: ChartedNoticeProps) {
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isPaused = !useStore(tabActive) || isHovered || isFocused;
  /** The element that had the focus before the button. */
  const previousFocus = useRef<Element>(null);
  const zoneNames = levels.map((level) => ZONE_LABELS[level]!);
  const onTimeout = useEffectEvent(onDismiss);

  // biome-ignore lint/correctness/useExhaustiveDependencies: more zones restart the timer.
  useEffect(() => {
    if (isPaused) return;

    const timer = setTimeout(() => onTimeout(), DURATION_MS);
    return () => clearTimeout(timer);
  }, [isPaused, levels]);

  /** Dismisses the notice. Moves the focus first, because it would be lost with the button. */
  function dismissByButton() {
    const earlierElement = previousFocus.current;
    const nextElement = earlierElement?.isConnected ? earlierElement : document.querySelector('main');
    (nextElement as HTMLElement | null)?.focus();

    onDismiss();
  }

  return (
    <div
      className="charted-notice"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
    >
      <p className="charted-notice__heading">{texts.charted(zoneNames)}</p>
      {levels.length > 1 && <p className="soft">{zoneNames.join(', ')}</p>}
      <ZoneCreatures level={levels.at(-1)!} />
      <button
        type="button"
        className="button button--quiet button--small"
        onFocus={({ relatedTarget }) => {
          previousFocus.current = relatedTarget;
          setIsFocused(true);
        }}
        onBlur={() => setIsFocused(false)}
        onClick={dismissByButton}
      >
        {texts.dismiss}
      </button>
    </div>
  );
}
