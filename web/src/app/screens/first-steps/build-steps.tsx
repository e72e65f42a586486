import type { ReactNode } from 'react';
import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import { Link } from '../../../design/link.tsx';
import { texts } from './texts.ts';

/** One of the first steps. */
export interface Step {
  readonly title: string;
  readonly text: string;
  /** Undefined until it is known. */
  readonly isDone: boolean | undefined;
  /** The links and buttons that take the member to the step. */
  readonly actions: ReactNode;
}

const ACTION_CLASS = 'button button--quiet button--small';

/** Returns the steps in their order on the screen. */
export function buildSteps(viewer: OwnProfile, isIntroduced: boolean | undefined): readonly Step[] {
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

/** Moves the focus to the dashboard's field for a new post. */
function focusComposer() {
  document.querySelector<HTMLElement>('.composer textarea')?.focus();
}
