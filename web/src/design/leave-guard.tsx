import { useEffect, useRef, useState } from 'react';
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

    const stopHolding = holdAttempts((repeat) => {
      repeatAttempt.current = repeat;
      setIsDialogOpen(true);
    });

    return () => {
      stopHolding();
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
