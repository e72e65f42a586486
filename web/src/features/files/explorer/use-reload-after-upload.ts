import { useEffect, useEffectEvent } from 'react';
import { onProductEvent } from '../../../platform/product-events.ts';

/** Delay of the reload after an upload, in milliseconds. Several uploads within this time cause one reload. */
const RELOAD_AFTER_UPLOAD_MS = 1000;

/** Calls `reload` one second after an upload in this or another tab. */
export function useReloadAfterUpload(reload: () => void) {
  const onTimeout = useEffectEvent(reload);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = onProductEvent('fileUploaded', () => {
      clearTimeout(timer);
      timer = setTimeout(() => onTimeout(), RELOAD_AFTER_UPLOAD_MS);
    });

    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}
