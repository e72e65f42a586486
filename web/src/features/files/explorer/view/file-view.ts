import { Store, useStore } from '../../../../platform/store.ts';

const KEY = 'fathom.files.view';

/** How the explorer shows files: rows, or a grid of thumbnails. */
export type FileView = 'list' | 'gallery';

const view = new Store<FileView>(loadView());

function loadView(): FileView {
  try {
    return localStorage.getItem(KEY) === 'gallery' ? 'gallery' : 'list';
  } catch {
    // The browser forbids storage.
    return 'list';
  }
}

/** Returns the explorer's view on this device. */
export const useFileView = () => useStore(view);

/** Switches the explorer's view, on this device. Lasts until the page closes if the browser forbids storage. */
export function setFileView(next: FileView): void {
  view.set(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // The browser forbids storage.
  }
}
