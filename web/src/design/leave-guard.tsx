import { useEffect, useRef, useState } from 'react';
import { setHistoryGate } from '../platform/browser/history-gate.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** The texts of the dialog, except for the standard label of its cancel button. */
export interface LeaveTexts {
  readonly question: string;
  /** Says what is lost. */
  readonly consequence: string;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
}

interface LeaveGuardProps extends LeaveTexts {
  /** Whether leaving the page needs a confirmation. */
  readonly isActive: boolean;
}

/**
 * While `isActive`, shows a dialog before anything leaves the page: a link, logging out, the browser's Back and Forward
 * buttons, or a navigation by code, such as that of a notification.
 *
 * Browsers allow only their own dialog when the tab is closed or reloaded.
 */
export function LeaveGuard({ isActive, cancelLabel = 'Stay on this page', ...texts }: LeaveGuardProps) {
  const { isDialogOpen, leave, stay } = useLeaveAttempt(isActive);
  return isDialogOpen && <ConfirmDialog {...texts} cancelLabel={cancelLabel} onConfirm={leave} onCancel={stay} />;
}

/** Holds back attempts to leave the page while `isActive`. `leave` repeats the last attempt. */
function useLeaveAttempt(isActive: boolean) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const repeatAttempt = useRef<() => void>(undefined);

  useEffect(() => {
    if (!isActive) return;

    const pageIndex: unknown = history.state?.idx;
    const pagePath = currentPath();
    // The steps through the history that lead back to this page. Set only until the browser is back on this page.
    let stepsToPage: number | undefined;
    let isLeaving = false;

    function hold(attempt: () => void) {
      repeatAttempt.current = () => {
        isLeaving = true;
        attempt();
      };
      setIsDialogOpen(true);
    }

    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };

    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href], [data-leaves-page]') : null;
      if (isLeaving || !(link instanceof HTMLElement) || !leavesPage(link) || !isPlainClick(event)) return;

      event.preventDefault();
      event.stopPropagation();
      hold(() => link.click());
    };

    const onPopState = (event: PopStateEvent) => {
      if (isLeaving) return;
      if (stepsToPage !== undefined) {
        // The browser is back on this page. The router never saw that it left.
        event.stopImmediatePropagation();
        const stepsToTarget = -stepsToPage;
        stepsToPage = undefined;
        hold(() => history.go(stepsToTarget));
        return;
      }

      // `idx` is the router's number of the history entry. An address that differs only in its hash is the same page.
      const targetIndex: unknown = event.state?.idx;
      if (currentPath() === pagePath || typeof pageIndex !== 'number' || typeof targetIndex !== 'number') return;

      event.stopImmediatePropagation();
      stepsToPage = pageIndex - targetIndex;
      history.go(stepsToPage);
    };

    const onNavigate = (pathname: string, proceed: () => void) => {
      if (isLeaving || pathname === location.pathname) proceed();
      else hold(proceed);
    };

    addEventListener('beforeunload', onUnload);
    addEventListener('click', onClick, { capture: true });
    setHistoryGate({ onPopState, onNavigate });

    return () => {
      removeEventListener('beforeunload', onUnload);
      removeEventListener('click', onClick, { capture: true });
      setHistoryGate(undefined);
      setIsDialogOpen(false);
    };
  }, [isActive]);

  return {
    isDialogOpen: isDialogOpen && isActive,
    leave() {
      setIsDialogOpen(false);
      repeatAttempt.current?.();
    },
    stay: () => setIsDialogOpen(false),
  };
}

function currentPath(): string {
  return location.pathname + location.search;
}

/** Returns whether a click doesn't open a new tab or window, or save the link. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** Returns whether a click on the element leaves the page. A link to another tab or to the current address doesn't. */
function leavesPage(element: HTMLElement): boolean {
  if (!(element instanceof HTMLAnchorElement)) return true;
  return element.target !== '_blank' && element.pathname + element.search !== currentPath();
}
