import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { holdAttempts } from './hold-attempts.ts';

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
  /** Starts holding back attempts, and returns a function that stops. By default, holds attempts to leave the page. */
  readonly hold?: typeof holdAttempts;
}

/**
 * While `isActive`, shows a dialog before anything leaves the page: a link, logging out, the browser's Back and Forward
 * buttons, or a navigation by code, such as that of a notification. With `hold`, it guards another step instead.
 *
 * Browsers allow only their own dialog when the tab is closed or reloaded.
 */
export function LeaveGuard(props: LeaveGuardProps) {
  const { isActive, hold = holdAttempts, cancelLabel = 'Stay on this page', ...texts } = props;
  const { isDialogOpen, leave, stay } = useLeaveAttempt(isActive, hold);
  return isDialogOpen && <ConfirmDialog {...texts} cancelLabel={cancelLabel} onConfirm={leave} onCancel={stay} />;
}

/** Holds back attempts while `isActive`. `leave` repeats the last attempt. */
function useLeaveAttempt(isActive: boolean, hold: typeof holdAttempts) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const repeatAttempt = useRef<() => void>(undefined);

  useEffect(() => {
    if (!isActive) return;

    const stopHolding = hold((repeat) => {
      repeatAttempt.current = repeat;
      setIsDialogOpen(true);
    });

    return () => {
      stopHolding();
      setIsDialogOpen(false);
    };
  }, [isActive, hold]);

  return {
    isDialogOpen: isDialogOpen && isActive,
    leave() {
      // Closes the dialog first: until then, the attempt can't move the focus.
      flushSync(() => setIsDialogOpen(false));
      repeatAttempt.current?.();
    },
    stay: () => setIsDialogOpen(false),
  };
}
