import { useState } from 'react';
import { identityProblem } from './identity-problem.ts';

/**
 * One form's attempt to do something: whether it is under way, and the text that it failed with. Its buttons stay
 * focusable meanwhile (a disabled one would lose the keyboard's place), so a second attempt is ignored here.
 */
export function useAttempt(describe: (message: string) => string) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  /** Answers whether it has succeeded. */
  async function attempt(action: () => Promise<void>, describeThis = describe): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setError(undefined);
    try {
      await action();
      return true;
    } catch (failure) {
      console.error(failure);
      setError(describeThis(identityProblem(failure)));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, setError, attempt };
}
