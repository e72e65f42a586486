import { useStore } from '../../../platform/state/store.ts';
import { useAction } from '../../../platform/state/use-action.ts';
import { permission, requestPermission } from './permission.ts';
import { texts } from './texts.ts';
import './permission-button.css';

/** A "Turn on notifications" button, shown until the member has granted or denied permission. */
export function PermissionButton({ isExplained = false }: { isExplained?: boolean }) {
  const { run } = useAction({ mutationFn: requestPermission });
  if (useStore(permission) !== 'undecided') return null;

  return (
    <div className="notify-offer">
      {isExplained && <p className="soft">{texts.turnOnWhy}</p>}
      <button type="button" className="button button--soft button--small" onClick={() => run()}>
        {texts.turnOn}
      </button>
    </div>
  );
}
