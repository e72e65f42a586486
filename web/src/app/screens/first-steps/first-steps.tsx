import { type ReactNode, useEffect, useState } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { Post } from '../../../../../shared/contract/posts.ts';
import { Link } from '../../../design/link.tsx';
import { showToast } from '../../../platform/toasts.ts';
import './first-steps.css';
import { saveFirstStepsProgress, wereFirstStepsShown } from './progress.ts';
import { texts } from './texts.ts';
import { useIsIntroduced } from './use-is-introduced.ts';

/** One of the first steps. */
interface Step {
  readonly title: string;
  readonly text: string;
  /** Undefined until it is known. */
  readonly isDone: boolean | undefined;
  /** The links and buttons that take the member to the step. */
  readonly actions: ReactNode;
}

interface FirstStepsProps {
  readonly viewer: OwnProfile;
  /** The posts on the dashboard. */
  readonly posts: readonly Post[];
  /** The placeholder until it is known which steps are done. */
  readonly placeholder: ReactNode;
}

const ACTION_CLASS = 'button button--quiet button--small';

function focusComposer() {
  document.querySelector<HTMLElement>('.composer textarea')?.focus();
}

/** Returns the steps in their order on the screen. */
function buildSteps(viewer: OwnProfile, isIntroduced: boolean | undefined): readonly Step[] {
  return [
    {
      title: texts.introduce,
      text: texts.introduceText,
      isDone: isIntroduced,
      actions: (
        <>
          <button type="button" className={ACTION_CLASS} onClick={focusComposer}>
            {texts.writePost}
          </button>
          <Link className={ACTION_CLASS} to="/edit-profile">
            {texts.editProfile}
          </Link>
        </>
      ),
    },
    {
      title: texts.share,
      text: texts.shareText,
      isDone: viewer.contributedMB > 0,
      actions: (
        <Link className={ACTION_CLASS} to="/upload">
          {texts.chooseFile}
        </Link>
      ),
    },
    {
      title: texts.find,
      text: texts.findText,
      isDone: viewer.followingCount > 0,
      actions: (
        <Link className={ACTION_CLASS} to="/search">
          {texts.search}
        </Link>
      ),
    },
  ];
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

/**
 * The three first steps of a new member. Shows a closing line when all are done. A member can hide the steps. Once they
 * are done or hidden, they don't return in this browser.
 */
export default function FirstSteps({ viewer, posts, placeholder }: FirstStepsProps) {
  const isIntroduced = useIsIntroduced(viewer, posts);
  // Whether the member has seen open steps. Without them, the closing line would come from nowhere.
  const [haveStepsBeenShown, setHaveStepsBeenShown] = useState(() => wereFirstStepsShown(viewer.id));
  const [ending, setEnding] = useState<'done' | 'hidden'>();
  const isProgressKnown = isIntroduced !== undefined;

  const steps = buildSteps(viewer, isIntroduced);
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  const allDone = doneCount === steps.length;

  useEffect(() => {
    if (!isProgressKnown || ending) return;

    saveFirstStepsProgress(viewer.id, allDone ? 'over' : 'shown');
    if (allDone) setEnding('done');
    else setHaveStepsBeenShown(true);
  }, [isProgressKnown, allDone, ending, viewer.id]);

  function hide() {
    saveFirstStepsProgress(viewer.id, 'over');
    setEnding('hidden');
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
