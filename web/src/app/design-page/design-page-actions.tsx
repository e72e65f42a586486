import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { BubbleLoader } from '../../ocean/bubble-loader.tsx';
import { LikeToggle } from '../../ocean/like-toggle.tsx';
import { raiseToast } from '../../platform/toasts.ts';

const SAID = 'It is in the ocean, and so is all that was said about it.';
const LOOKS = ['', 'button--quiet', 'button--soft', 'button--danger'];

/** What can be pressed, and the dialog that asks. */
export function Actions() {
  const [asking, setAsking] = useState(false);
  const [liked, setLiked] = useState(false);
  return (
    <section className="panel panel--padded form">
      <h2>Buttons and dialogs</h2>
      {['', 'button--small'].map((size) => (
        <div key={size} className="design__set">
          {LOOKS.map((look) => (
            <button key={look} type="button" className={`button ${size} ${look}`}>
              {look || 'button'}
            </button>
          ))}
          <button type="button" className={`button ${size}`} disabled>
            disabled
          </button>
          <button type="button" className={`button ${size}`} aria-disabled="true">
            busy...
          </button>
        </div>
      ))}
      <div className="design__set">
        <Button variation="primary">Amplify, primary</Button>
        <Button>Amplify</Button>
        <Button variation="link">Amplify, link</Button>
        <Button isDisabled>Amplify, disabled</Button>
      </div>
      <div className="design__set">
        <LikeToggle liked={liked} onToggle={() => setLiked(!liked)}>
          {liked ? 1 : 0}
        </LikeToggle>
        <button type="button" className="icon-button" aria-label="Icon">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M5 5l14 14M19 5 5 19" />
          </svg>
        </button>
        <button type="button" className="button button--quiet" onClick={() => setAsking(true)}>
          Ask
        </button>
        <button type="button" className="button button--quiet" onClick={() => raiseToast(SAID)}>
          Say in passing
        </button>
      </div>
      <BubbleLoader label="Loading…" />
      {asking && (
        <ConfirmDialog
          question="Let it go?"
          consequence="It sinks, and does not come back."
          yes="Let go"
          no="Keep"
          onYes={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
