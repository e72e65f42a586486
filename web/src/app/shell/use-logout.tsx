import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { authState, markSignedOut } from '../../platform/auth/auth-state.ts';
import { hasDrafts } from '../../platform/browser/drafts.ts';
import { resumeHistoryGate } from '../../platform/browser/history-gate.ts';
import { useAction } from '../../platform/state/use-action.ts';
import { logoutTexts } from './texts.ts';

/**
 * Returns `logOut`, which logs the member out, and `confirmation`, the dialog that opens first if unsent texts would be
 * lost. Always render `confirmation`: it is empty until the dialog opens.
 */
export function useLogout(): { readonly logOut: () => void; readonly confirmation: ReactNode } {
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);

  const { run: logOutNow } = useAction({
    mutationFn: async () => {
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
    confirmation: isConfirming && (
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
    ),
  };
}
