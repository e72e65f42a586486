import { Suspense } from 'react';
import { lazyOrnament } from '../platform/lazy-ornament.ts';
import { useStore } from '../platform/store.ts';
import { toasts } from '../platform/toasts.ts';

// Nobody waits for it who has done nothing yet.
const Toasts = lazyOrnament(() => import('./toasts.tsx'));

/** The place of what is said in passing: it is there from the start, so that screen readers hear what comes into it. */
export function ToastRegion() {
  const shown = useStore(toasts);
  return (
    // One is read when it comes, not all of them again.
    <div className="toasts" role="status" aria-atomic="false">
      {shown.length > 0 && (
        <Suspense>
          <Toasts toasts={shown} />
        </Suspense>
      )}
    </div>
  );
}
