import { texts } from '../texts.ts';

/** The SVG path of each icon. */
const ICONS = {
  zoomOut: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  zoomIn: 'M5 12h14M12 5v14',
} as const;

type Action = keyof typeof ICONS;

interface ZoomButtonsProps {
  /** What each button does. Buttons without an action stay, so that they keep the keyboard focus. */
  readonly actions: Readonly<Record<Action, (() => void) | undefined>>;
}

/** Buttons to zoom out, show the whole picture, and zoom in. */
export function ZoomButtons({ actions }: ZoomButtonsProps) {
  return (
    <div className="picture__zoom">
      {(Object.keys(ICONS) as Action[]).map((action) => (
        <button
          key={action}
          type="button"
          className="icon-button"
          aria-label={texts[action]}
          title={texts[action]}
          aria-disabled={!actions[action]}
          onClick={actions[action]}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={ICONS[action]} />
          </svg>
        </button>
      ))}
    </div>
  );
}
