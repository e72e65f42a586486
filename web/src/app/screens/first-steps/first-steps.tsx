import { type ReactNode, useEffect, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { showToast } from '../../../platform/toasts.ts';
import { buildSteps, type Step } from './build-steps.tsx';
import './first-steps.css';
import { saveFirstStepsProgress, wereFirstStepsShown } from './progress.ts';
import { texts } from './texts.ts';
import { useIsIntroduced } from './use-is-introduced.ts';

interface FirstStepsProps {
  readonly viewer: OwnProfile;
  /** The posts on the dashboard. */
  readonly posts: readonly Post[];
  /** The placeholder until it is known which steps are done. */
  readonly placeholder: ReactNode;
}

/**
 * The three first steps of a new member. Shows a closing line when all are done. A member can hide the steps. Once they
 * are done or hidden, they don't return in this browser.
 */
export default function FirstSteps({ viewer, posts, placeholder }: FirstStepsProps) {
  const isIntroduced = useIsIntroduced(viewer, posts);
  const isProgressKnown = isIntroduced !== undefined;

  const steps = buildSteps(viewer, isIntroduced);
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  const allDone = doneCount === steps.length;
  const { ending, haveStepsBeenShown, markHidden } = useEnding(viewer.id, { isProgressKnown, allDone });

  function hide() {
    markHidden();
    showToast(texts.hidden);
    // The focused button disappears with the steps.
    document.querySelector('h1')?.focus();
  }

  if (ending === 'hidden') return null;
  if (!isProgressKnown) return placeholder;

  if (ending || allDone) {
    return (
      haveStepsBeenShown && (
        <p role="status" className="first-steps first-steps--finished">
          {texts.finished}
        </p>
      )
    );
  }

  return (
    <section className="first-steps" aria-labelledby="first-steps-heading">
      <header className="first-steps__head">
        <h2 id="first-steps-heading">{texts.heading}</h2>
        <p className="soft">{texts.progress(doneCount, steps.length)}</p>
        <button type="button" className="text-button" onClick={hide}>
          {texts.hide}
        </button>
      </header>
      <ol>
        {steps.map((step) => (
          <StepItem key={step.title} step={step} />
        ))}
      </ol>
    </section>
  );
}

interface StepsState {
  /** Whether it is known of every step whether it is done. */
  readonly isProgressKnown: boolean;
  readonly allDone: boolean;
}

/**
 * Saves the member's progress in this browser.
 *
 * Returns how the steps have ended during this visit, and whether the member has seen open steps. Without open steps
 * before it, the closing line would make no sense.
 */
function useEnding(memberId: string, { isProgressKnown, allDone }: StepsState) {
  const [haveStepsBeenShown, setHaveStepsBeenShown] = useState(() => wereFirstStepsShown(memberId));
  const [ending, setEnding] = useState<'done' | 'hidden'>();

  useEffect(() => {
    if (!isProgressKnown || ending) return;

    saveFirstStepsProgress(memberId, allDone ? 'over' : 'shown');
    if (allDone) setEnding('done');
    else setHaveStepsBeenShown(true);
  }, [isProgressKnown, allDone, ending, memberId]);

  function markHidden() {
    saveFirstStepsProgress(memberId, 'over');
    setEnding('hidden');
  }

  return { ending, haveStepsBeenShown, markHidden };
}

/** A step with its state. An open step also has its explanation and its actions. */
function StepItem({ step: { title, text, isDone, actions } }: { step: Step }) {
  return (
    <li className={isDone ? 'first-steps__step first-steps__step--done' : 'first-steps__step'}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="10" />
        {isDone && <path d="M7.500 12.500l3 3 6-6.500" />}
      </svg>
      <h3>{title}</h3>
      <span className={isDone ? 'first-steps__state' : 'visually-hidden'}>{isDone ? texts.done : texts.toDo}</span>
      {!isDone && (
        <>
          <p className="soft first-steps__text">{text}</p>
          <div className="first-steps__actions">{actions}</div>
        </>
      )}
    </li>
  );
}
