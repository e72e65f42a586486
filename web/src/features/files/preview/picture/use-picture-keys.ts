import { type RefObject, useEffect, useRef } from 'react';

/** How far an arrow key moves a zoomed picture, in pixels. */
const PAN_STEP_PX = 80;

/** The actions of a picture. Undefined while an action would have no effect. */
interface PictureActions {
  readonly zoomIn: (() => void) | undefined;
  readonly zoomOut: (() => void) | undefined;
  readonly fit: (() => void) | undefined;
  /** Moves a zoomed picture by pixels. */
  readonly panBy: ((x: number, y: number) => void) | undefined;
}

/** Returns the action of a key; undefined for keys that the picture leaves to the dialog. */
function actionFor(key: string, { zoomIn, zoomOut, fit, panBy }: PictureActions): (() => void) | undefined {
  const pan = (x: number, y: number) => panBy && (() => panBy(x * PAN_STEP_PX, y * PAN_STEP_PX));
  const actions: Record<string, (() => void) | undefined> = {
    '+': zoomIn,
    // The same key without Shift.
    '=': zoomIn,
    '-': zoomOut,
    '0': fit,
    // An arrow moves the view, so the picture moves the opposite way.
    ArrowLeft: pan(1, 0),
    ArrowRight: pan(-1, 0),
    ArrowUp: pan(0, 1),
    ArrowDown: pan(0, -1),
  };

  return actions[key];
}

/** Zooms and moves a picture by keys, wherever the focus is in its dialog. */
export function usePictureKeys(element: RefObject<HTMLElement | null>, actions: PictureActions): void {
  const latestActions = useRef(actions);
  latestActions.current = actions;

  useEffect(() => {
    const dialog = element.current?.closest('dialog');

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;

      const action = actionFor(event.key, latestActions.current);
      if (!action) return;

      // Otherwise, an arrow key would open another file of the dialog.
      event.stopPropagation();
      event.preventDefault();
      action();
    };

    dialog?.addEventListener('keydown', onKeyDown, { capture: true });
    return () => dialog?.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [element]);
}
