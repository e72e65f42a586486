import { useEffect } from 'react';

/** A file that misses the drop zone would replace the page, and all that is under way there: it is not taken. */
export function useStrayDrops(): void {
  useEffect(() => {
    document.addEventListener('dragover', refuse);
    document.addEventListener('drop', refuse);
    return () => {
      document.removeEventListener('dragover', refuse);
      document.removeEventListener('drop', refuse);
    };
  }, []);
}

function refuse(event: DragEvent): void {
  // The drop zone has taken it, or it is text on its way into a field.
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
