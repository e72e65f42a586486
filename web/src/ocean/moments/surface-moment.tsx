import { Suspense, useEffect, useId } from 'react';
import { Modal } from '../../design/modal.tsx';
import { lazyDecoration } from '../../platform/browser/lazy-decoration.ts';
import '../creatures/drawing.css';
import './surface-moment.css';
import { texts } from './texts.ts';

/** The dolphin's picture, as a component. */
const Dolphin = lazyDecoration(async () => {
  const { drawings } = await import('../creatures/creatures-surface.tsx');
  return { default: () => drawings.dolphin!.picture };
});

/** A wave, from left to right and closed below. Repeats every 360 units. */
const WAVE = 'M0 20C60 0 120 0 180 20S300 40 360 20 480 0 540 20 660 40 720 20V200H0Z';

/** The celebration of reaching the surface: fills the window, and closes on Escape, a click, or its button. */
export default function SurfaceMoment({ onClose }: { readonly onClose: () => void }) {
  const id = useId();

  // A click anywhere closes the celebration. A click on the button can call `onClose` twice, which is harmless.
  useEffect(() => {
    addEventListener('click', onClose);

    return () => removeEventListener('click', onClose);
  }, [onClose]);

  return (
    <Modal labelledBy={`${id}heading`} describedBy={`${id}text`} className="surface-moment" onClose={onClose}>
      <div className="surface-moment__scene" aria-hidden="true">
        <span className="surface-moment__sun" />
        <span className="surface-moment__dolphin drawing">
          <Suspense>
            <Dolphin />
          </Suspense>
        </span>
        {['far', 'near'].map((distance) => (
          <svg
            key={distance}
            className={`surface-moment__wave surface-moment__wave--${distance}`}
            aria-hidden="true"
            viewBox="0 0 720 200"
            preserveAspectRatio="none"
          >
            <path d={WAVE} />
          </svg>
        ))}
      </div>
      <div className="surface-moment__words">
        <h2 id={`${id}heading`}>{texts.surfaceHeading}</h2>
        <p id={`${id}text`}>{texts.surfaceText}</p>
        {/* biome-ignore lint/a11y/noAutofocus: a dialog must set the focus, and this is its only button. */}
        <button type="button" className="button" autoFocus onClick={onClose}>
          {texts.lookAround}
        </button>
      </div>
    </Modal>
  );
}
