import { useStore } from '../../../platform/store.ts';
import { texts } from '../texts.ts';
import { askPermission, permission } from './permission.ts';
import './permission-button.css';

/** Lets the member have notifications of the browser, while they have not decided (decision 10). */
export function PermissionButton({ explained = false }: { explained?: boolean }) {
  if (useStore(permission) !== 'undecided') return null;
  return (
    <div className="notify-offer">
      {explained && <p className="soft">{texts.turnOnWhy}</p>}
      <button type="button" className="button button--soft button--small" onClick={() => void askPermission()}>
        {texts.turnOn}
      </button>
    </div>
  );
}
