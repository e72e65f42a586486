import { useState } from 'react';
import { texts } from './texts.ts';

/**
 * One form's attempt to do something: whether it is under way, and the text that it failed with. Its buttons stay
 * focusable meanwhile (a disabled one would lose the keyboard's place), so a second attempt is ignored here.
 */
export function useAttempt(describe: (message: string) => string) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function attempt(action: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await action();
    } catch (failure) {
      console.error(failure);
      setError(describe(failure instanceof Error ? failure.message : texts.unknownFailure));
    }
    setBusy(false);
  }

  return { busy, error, setError, attempt };
}
