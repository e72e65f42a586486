import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { accountDeleted } from '../../../platform/auth/auth-state.ts';
import { texts } from '../texts.ts';

/** Deletes the member's account, after it has said what goes with it. */
export function DeleteAccount({ userId }: { userId: string }) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      await api.account.deleteAccount({ userId });
      const { endSession } = await import('../../../platform/auth/session.ts');
      // There is nobody left to sign out; what this browser remembers of them goes all the same.
      await endSession().catch(console.error);
    },
    onSuccess: accountDeleted,
  });
  return (
    <>
      <button
        type="button"
        className="button button--quiet button--small"
        onClick={() => {
          reset();
          setAsking(true);
        }}
      >
        {texts.deleteAccount}
      </button>
      {asking && (
        <ConfirmDialog
          question={texts.deleteQuestion}
          consequence={texts.deleteConsequence}
          yes={texts.deleteAccount}
          no={texts.keepAccount}
          busy={isPending ? texts.deleting : undefined}
          error={error ? deleteProblem(error) : undefined}
          onYes={mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** The server's own sentence where it has stated one (specification §8). */
function deleteProblem(error: Error): string {
  return error instanceof ApiError && error.code !== 'UnexpectedAnswer' ? error.message : texts.deleteFailed;
}
