import { useEffect, useEffectEvent, useRef } from 'react';
import { onProductEvent } from '../../../platform/product-events.ts';

/** Delay of the reload after an upload, in milliseconds. Several uploads within this time cause one reload. */
export const RELOAD_AFTER_UPLOAD_MS = 1000;

interface ReloadOptions {
  /** Whether a reload must wait. It runs when this becomes false. */
  readonly isHeld?: boolean;
}

/** Calls `reload` one second after an upload in this or another tab. */
export function useReloadAfterUpload(reload: () => void, { isHeld = false }: ReloadOptions = {}) {
  const isReloadDue = useRef(false);

  const reloadIfDue = useEffectEvent(() => {
    if (isHeld || !isReloadDue.current) return;
    isReloadDue.current = false;
    reload();
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = onProductEvent('fileUploaded', () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isReloadDue.current = true;
        reloadIfDue();
      }, RELOAD_AFTER_UPLOAD_MS);
    });

    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);

  useEffect(() => {
    if (!isHeld) reloadIfDue();
  }, [isHeld]);
}
