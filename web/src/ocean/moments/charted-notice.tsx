import { useEffect, useRef, useState } from 'react';
import { ZONE_LABELS } from '../../../../shared/rules/zones.ts';
import { tabActive } from '../../platform/browser/tab-active.ts';
import { useStore } from '../../platform/state/store.ts';
import { ZoneCreatures } from '../chart/zone-creatures.tsx';
import { texts } from './texts.ts';

/** How long the notice stays, not counting pauses. The list of charted zones has the same content. */
const DURATION_MS = 15_000;

interface ChartedNoticeProps {
  /** The levels of the newly charted zones, 0 to 10. */
  readonly levels: readonly number[];
  readonly onDismiss: () => void;
}

/** Announces newly charted zones, with the creatures of the last one. Stays while it is hovered, focused, or the tab is inactive. */
export default function ChartedNotice({ levels, onDismiss }: ChartedNoticeProps) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = !useStore(tabActive) || hovered || focused;
  const previousFocus = useRef<Element>(null);
  const names = levels.map((level) => ZONE_LABELS[level]!);
  const dismiss = useRef(onDismiss);

  useEffect(() => {
    dismiss.current = onDismiss;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: more zones restart the timer.
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => dismiss.current(), DURATION_MS);
    return () => clearTimeout(timer);
  }, [paused, levels]);

  function dismissByButton() {
    const origin = previousFocus.current;
    ((origin?.isConnected ? origin : document.querySelector('main')) as HTMLElement | null)?.focus();
    onDismiss();
  }

  return (
    <div className="charted-notice" onPointerEnter={() => setHovered(true)} onPointerLeave={() => setHovered(false)}>
      <p className="charted-notice__heading">{texts.charted(names)}</p>
      {levels.length > 1 && <p className="soft">{names.join(', ')}</p>}
      <ZoneCreatures level={levels.at(-1)!} />
      <button
        type="button"
        className="button button--quiet button--small"
        onFocus={({ relatedTarget }) => {
          previousFocus.current = relatedTarget;
          setFocused(true);
        }}
        onBlur={() => setFocused(false)}
        onClick={dismissByButton}
      >
        {texts.dismiss}
      </button>
    </div>
  );
}
