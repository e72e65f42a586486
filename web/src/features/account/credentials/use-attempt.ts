import { useState } from 'react';
import { describeIdentityError } from './describe-identity-error.ts';

/**
 * Runs a form's action and tracks whether it is busy and how it failed.
 *
 * A second attempt while one runs is ignored: the buttons stay enabled, because a disabled button would lose the focus.
 *
 * @param describe - builds the error text from a message
 */
export function useAttempt(describe: (message: string) => string) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  /** Runs an action. Resolves to whether it succeeded. */
  async function attempt(action: () => Promise<void>, describeError = describe): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setError(undefined);
    try {
      await action();
      return true;
    } catch (thrown) {
      console.error(thrown);
      setError(describeError(describeIdentityError(thrown)));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, setError, attempt };
}
