import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { authState, markSignedOut } from '../../platform/auth/auth-state.ts';
import { hasDrafts } from '../../platform/browser/drafts.ts';
import { resumeHistoryGate } from '../../platform/browser/history-gate.ts';
import { useAction } from '../../platform/state/use-action.ts';
import { logoutFailedTexts, logoutTexts } from './texts.ts';

/**
 * Returns `logOut`, which logs the member out, and `dialog`. Always render `dialog`: it is empty until a dialog opens,
 * which asks first if unsent texts would be lost, or says that logging out has failed.
 */
export function useLogout(): { readonly logOut: () => void; readonly dialog: ReactNode } {
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);

  const {
    run: logOutNow,
    error,
    reset,
  } = useAction({
    mutationFn: async () => {
      // Fails without a connection, and after a new release.
      const session = await import('../../platform/auth/session.ts');

      // Log out in this browser even if Cognito can't be reached.
      await session.endSession().catch(console.error);

      markSignedOut();
      navigate('/login');
    },
    onError: resumeHistoryGate,
  });

  return {
    logOut() {
      const { memberId } = authState();
      if (memberId !== undefined && hasDrafts(memberId)) setIsConfirming(true);
      else logOutNow();
    },
    dialog: (
      <>
        {isConfirming && (
          <ConfirmDialog
            {...logoutTexts}
            onConfirm={() => {
              setIsConfirming(false);
              logOutNow();
            }}
            onCancel={() => {
              setIsConfirming(false);
              // The member may have confirmed to leave the screen before this dialog opened.
              resumeHistoryGate();
            }}
          />
        )}
        {error && <ConfirmDialog {...logoutFailedTexts} onConfirm={() => location.reload()} onCancel={reset} />}
      </>
    ),
  };
}
