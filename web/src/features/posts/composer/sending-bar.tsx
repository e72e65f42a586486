import { texts } from '../texts.ts';

/** How much of a picture has been sent. */
export function SendingBar({ progress }: { progress: number }) {
  return (
    <div className="sending">
      <span aria-hidden="true">
        {texts.sendingPicture} {texts.percent(progress)}
      </span>
      <div
        className="sending__bar"
        role="progressbar"
        aria-label={texts.sendingPicture}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
      >
        <span style={{ inlineSize: `${progress}%` }} />
      </div>
    </div>
  );
}
