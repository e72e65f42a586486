import { ProgressBar } from '../../../design/progress-bar.tsx';
import { texts } from '../texts.ts';

/** How much of a picture has been sent. */
export function SendingBar({ progress }: { progress: number }) {
  return (
    <div className="sending">
      <span aria-hidden="true">
        {texts.sendingPicture} {texts.percent(progress)}
      </span>
      <ProgressBar label={texts.sendingPicture} percent={progress} />
    </div>
  );
}
