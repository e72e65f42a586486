import { useEffect } from 'react';

/** Blocks files dropped outside the drop zone, because the browser would open them instead of the page. */
export function useBlockStrayDrops(): void {
  useEffect(() => {
    document.addEventListener('dragover', blockDrop);
    document.addEventListener('drop', blockDrop);

    return () => {
      document.removeEventListener('dragover', blockDrop);
      document.removeEventListener('drop', blockDrop);
    };
  }, []);
}

function blockDrop(event: DragEvent): void {
  // Ignore drops that the drop zone handled, and text dragged into a field.
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
