import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { authState, markSignedOut } from '../../platform/auth/auth-state.ts';
import { hasDrafts } from '../../platform/browser/drafts.ts';
import { useAction } from '../../platform/state/use-action.ts';
import { memberTexts } from '../screens/texts.ts';

const { logout: texts } = memberTexts;

/**
 * Returns a function that logs the member out, and the dialog that it shows first if unsent texts would be lost.
 *
 * Always render `question`. It is empty until `logOut` has to ask.
 */
export function useLogout(): { readonly logOut: () => void; readonly question: ReactNode } {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);

  const { run: logOutNow } = useAction({
    mutationFn: async () => {
      const session = await import('../../platform/auth/session.ts');

      // Log out in this browser even if Cognito can't be reached.
      await session.endSession().catch(console.error);

      markSignedOut();
      navigate('/login');
    },
  });

  return {
    logOut() {
      const { member } = authState();
      if (member !== undefined && hasDrafts(member)) setIsAsking(true);
      else logOutNow();
    },
    question: isAsking && (
      <ConfirmDialog
        {...texts}
        onConfirm={() => {
          setIsAsking(false);
          logOutNow();
        }}
        onCancel={() => setIsAsking(false)}
      />
    ),
  };
}
