import './view-switch.css';
import { texts } from '../../texts.ts';
import { type FileView, setFileView, useFileView } from './file-view.ts';

/** The views with their labels, and the SVG paths of their icons. */
const VIEWS: readonly { readonly view: FileView; readonly label: string; readonly path: string }[] = [
  { view: 'list', label: texts.listView, path: 'M4 6h3v3H4zM4 15h3v3H4zM11 7.500h9M11 16.500h9' },
  { view: 'gallery', label: texts.galleryView, path: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z' },
];

/** Two buttons that switch the explorer between list and gallery. */
export function ViewSwitch() {
  const currentView = useFileView();

  return (
    <fieldset className="view-switch">
      <legend className="visually-hidden">{texts.view}</legend>
      {VIEWS.map(({ view, label, path }) => (
        <button
          key={view}
          type="button"
          className="icon-button"
          aria-label={label}
          title={label}
          aria-pressed={view === currentView}
          onClick={() => setFileView(view)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={path} />
          </svg>
        </button>
      ))}
    </fieldset>
  );
}
