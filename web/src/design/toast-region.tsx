import { Suspense } from 'react';
import { lazyDecoration } from '../platform/browser/lazy-decoration.ts';
import { useStore } from '../platform/state/store.ts';
import { toasts } from '../platform/toasts.ts';

// Loads when the browser is idle: a page shows no toast before the member has done something.
const ToastList = lazyDecoration(() => import('./toasts.tsx'));

/** The live region for toasts. It must exist before the first toast, or screen readers don't announce it. */
export function ToastRegion() {
  const visibleToasts = useStore(toasts);
  return (
    // With aria-atomic="false", screen readers announce only the new toast.
    <div className="toasts" role="status" aria-atomic="false">
      {visibleToasts.length > 0 && (
        <Suspense>
          <ToastList toasts={visibleToasts} />
        </Suspense>
      )}
    </div>
  );
}
