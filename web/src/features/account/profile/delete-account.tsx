import { useState } from 'react';
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { markAccountDeleted } from '../../../platform/auth/auth-state.ts';
import { useAction } from '../../../platform/state/use-action.ts';
import { texts } from './texts.ts';

/** A button that deletes the member's account after a confirmation. See docs/product.md#account-deletion. */
export function DeleteAccount({ userId }: { userId: string }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { run, isBusy, error, reset } = useAction({
    mutationFn: async () => {
      await api.account.deleteAccount({ userId });
      // Loaded on demand, because it imports the sign-in library.
      const { endSession } = await import('../../../platform/auth/session.ts');
      // The account is gone, so a request to Cognito may fail. endSession still removes the tokens from this browser.
      await endSession().catch(console.error);
    },
    onSuccess: markAccountDeleted,
  });

  const openDialog = () => {
    reset();
    setIsConfirming(true);
  };

  return (
    <>
      <button type="button" className="button button--quiet button--small" onClick={openDialog}>
        {texts.deleteAccount}
      </button>
      {isConfirming && (
        <ConfirmDialog
          question={texts.deleteQuestion}
          consequence={texts.deleteConsequence}
          confirmLabel={texts.deleteAccount}
          cancelLabel={texts.keepAccount}
          busyLabel={isBusy ? texts.deleting : undefined}
          error={error ? describeDeleteError(error) : undefined}
          onConfirm={run}
          onCancel={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}

/** Returns the error's own text, or a generic one if the response didn't come from the API. */
function describeDeleteError(error: Error): string {
  return error instanceof ApiError && error.code !== 'UnexpectedResponse' ? error.message : texts.deleteFailed;
}
