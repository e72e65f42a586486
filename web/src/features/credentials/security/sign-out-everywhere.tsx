import { useState } from 'react';
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { authState, currentVisit, markSessionEnded, markSignedOut } from '../../../platform/auth/auth-state.ts';
import { changeSession, endSession, SessionEndedError } from '../../../platform/auth/session.ts';
import { resumeHistoryGate } from '../../../platform/browser/history-gate.ts';
import { useAction } from '../../../platform/state/use-action.ts';
import { deviceTexts } from './device-texts.ts';

/**
 * A button that ends all of the member's sessions after a confirmation, including this one. The login page then opens.
 */
export function SignOutEverywhere() {
  const [isConfirming, setIsConfirming] = useState(false);
  const { run, isBusy, error, reset } = useAction({
    onMutate: currentVisit,
    mutationFn: () =>
      changeSession(authState().memberId, async (token) => {
        await api.credentials.signOutEverywhere({}, { token });
        // The server has ended the session, so this call may fail. It still removes the tokens from this browser.
        await endSession().catch(console.error);
      }),
    onSuccess: () => markSignedOut('leftEverywhere'),
    onError: (failure, _, visit) => {
      resumeHistoryGate();
      if (visit !== undefined && isSessionEnd(failure)) markSessionEnded(visit);
    },
  });

  return (
    <div className="button-row">
      <button
        type="button"
        className="button button--quiet"
        onClick={() => {
          reset();
          setIsConfirming(true);
        }}
      >
        {deviceTexts.signOutEverywhere}
      </button>
      {isConfirming && (
        <ConfirmDialog
          question={deviceTexts.everywhereQuestion}
          consequence={deviceTexts.everywhereConsequence}
          confirmLabel={deviceTexts.signOutEverywhere}
          cancelLabel={deviceTexts.staySignedIn}
          busyLabel={isBusy ? deviceTexts.signingOut : undefined}
          error={error ? deviceTexts.everywhereFailed(error.message) : undefined}
          // The next section may be about to show recovery codes, which the server returns once.
          leavesPage
          onConfirm={run}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </div>
  );
}

/** Returns whether an error says that the session had already ended. */
function isSessionEnd(error: Error): boolean {
  return error instanceof SessionEndedError || (error instanceof ApiError && error.code === 'Unauthenticated');
}
