import { deviceStorage } from '../../../../platform/browser/browser-storage.ts';
import { Store, useStore } from '../../../../platform/state/store.ts';

/** The key in local storage. */
const STORAGE_KEY = 'fathom.files.view';

/** How the explorer shows files: rows, or a grid of thumbnails. */
export type FileView = 'list' | 'gallery';

const view = new Store<FileView>(deviceStorage.read(STORAGE_KEY) === 'gallery' ? 'gallery' : 'list');

/** Returns the explorer's view on this device. */
export const useFileView = () => useStore(view);

/** Switches the explorer's view, on this device. */
export function setFileView(newView: FileView): void {
  view.set(newView);
  deviceStorage.write(STORAGE_KEY, newView);
}
