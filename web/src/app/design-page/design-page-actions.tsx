import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { BubbleLoader } from '../../ocean/bubble-loader.tsx';
import { LikeToggle } from '../../ocean/like-toggle.tsx';
import { showFailureToast, showToast } from '../../platform/toasts.ts';

const SAMPLE_TOAST = 'Your file is in the ocean. This toast has a long text that needs two lines.';
const SAMPLE_FAILURE = "Your file couldn't be saved. Please try again.";
/** CSS classes of the styles. The default style has none. */
const BUTTON_STYLES = ['', 'button--quiet', 'button--soft', 'button--danger'];

/** Samples of buttons, toasts, and the confirmation dialog. */
export function ActionsSection() {
  const [isDialogOpen, setIsDialogOpen] = useState(false);

  return (
    <section className="form">
      <h2>Buttons and dialogs</h2>
      <Buttons size="" />
      <Buttons size="button--small" />
      <AmplifyButtons />
      <div className="design__set">
        <IconButtons />
        <Menu />
        <button type="button" className="button button--quiet" onClick={() => setIsDialogOpen(true)}>
          Open dialog
        </button>
        <button type="button" className="button button--quiet" onClick={() => showToast(SAMPLE_TOAST)}>
          Show toast
        </button>
        <button type="button" className="button button--quiet" onClick={() => showFailureToast(SAMPLE_FAILURE)}>
          Show failure toast
        </button>
      </div>
      <BubbleLoader label="Loading..." />
      {isDialogOpen && (
        <ConfirmDialog
          question="Delete this?"
          consequence="This can't be undone."
          confirmLabel="Delete"
          cancelLabel="Keep"
          onConfirm={() => setIsDialogOpen(false)}
          onCancel={() => setIsDialogOpen(false)}
        />
      )}
    </section>
  );
}

/** The buttons of one size in every style and state. `size` is a CSS class, empty for the normal size. */
function Buttons({ size }: { size: '' | 'button--small' }) {
  return (
    <div className="design__set">
      {BUTTON_STYLES.map((look) => (
        <button key={look} type="button" className={`button ${size} ${look}`}>
          {look || 'button'}
        </button>
      ))}
      <button type="button" className={`button ${size}`} style={{ background: 'var(--accent-hover)' }}>
        hover
      </button>
      <button type="button" className={`button ${size}`} style={{ outline: 'var(--ring)', outlineOffset: 3 }}>
        focus
      </button>
      <button type="button" className={`button ${size}`} disabled>
        disabled
      </button>
      <button type="button" className={`button ${size}`} aria-disabled="true">
        busy...
      </button>
    </div>
  );
}

function AmplifyButtons() {
  return (
    <div className="design__set">
      <Button variation="primary">Amplify, primary</Button>
      <Button>Amplify</Button>
      <Button variation="link">Amplify, link</Button>
      <Button isDisabled>Amplify, disabled</Button>
    </div>
  );
}

function IconButtons() {
  const [isLiked, setIsLiked] = useState(false);

  return (
    <>
      <LikeToggle isLiked={isLiked} onToggle={() => setIsLiked(!isLiked)}>
        {isLiked ? 1 : 0}
      </LikeToggle>
      <button type="button" className="icon-button" aria-label="Icon">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 5l14 14M19 5 5 19" />
        </svg>
      </button>
    </>
  );
}

function Menu() {
  return (
    <>
      <button type="button" className="button button--quiet" popoverTarget="design-menu">
        Open menu
      </button>
      <div id="design-menu" className="popover member-menu" popover="auto">
        <a href="#content" className="active">
          Selected
        </a>
        <a href="#content">Not selected</a>
        <button type="button">Button</button>
      </div>
    </>
  );
}
