import { useEffect, useRef } from 'react';
import type { ListedFile } from '../../../../../shared/contract/files.ts';

/** Returns whether the member has asked the browser to save data. Only some browsers have the property. */
function savesData(): boolean {
  return (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
}

/** Downloads the previews of the files that may be opened next, each once. Does nothing if the browser saves data. */
export function usePreload(files: readonly (ListedFile | undefined)[]): void {
  const requestedUrls = useRef(new Set<string>());

  useEffect(() => {
    if (savesData()) return;

    for (const file of files) {
      const url = file?.media?.preview;
      if (!url || requestedUrls.current.has(url)) continue;

      requestedUrls.current.add(url);
      const image = new Image();
      // The open file has priority.
      image.fetchPriority = 'low';
      image.src = url;
    }
  }, [files]);
}
