import { useEffect, useState } from 'react';
import { useOneAtATime } from '../../platform/state/one-at-a-time.ts';
import { type FieldName, type FormProblem, InvalidFieldError, toFormProblem } from './form-problem.ts';

interface AttemptOptions {
  /** The submitted form. An error of one of its fields is shown next to that field, which gets the focus. */
  readonly form?: HTMLFormElement;
  /** Builds the error text from a message. By default, that of the hook. */
  readonly describe?: (message: string) => string;
}

/**
 * Runs a form's action and tracks whether it is busy and how it failed.
 *
 * A second attempt while one runs is ignored: the buttons stay enabled, because a disabled button would lose the focus.
 *
 * @param describe - builds the error text from a message
 */
export function useAttempt(describe: (message: string) => string) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem & { readonly control?: HTMLElement }>();
  useEffect(() => problem?.control?.focus(), [problem]);

  const run = useOneAtATime();

  /** Runs an action, unless one is running. Resolves to whether it succeeded. */
  const attempt = async (action: () => Promise<void>, options: AttemptOptions = {}) =>
    (await run(() => tryAction(action, options))) ?? false;

  async function tryAction(action: () => Promise<void>, options: AttemptOptions): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);

    try {
      await action();
      return true;
    } catch (thrown) {
      if (!(thrown instanceof InvalidFieldError)) console.error(thrown);
      const { field, text, code } = toFormProblem(thrown);
      const control = field && options.form?.elements.namedItem(field);
      if (control instanceof HTMLElement) setProblem({ field, text, control });
      else setProblem({ text: (options.describe ?? describe)(text), ...(code && { code }) });
      return false;
    } finally {
      setBusy(false);
    }
  }

  /** Returns the properties of an Amplify field that show its error. */
  const fieldError = (name: FieldName) => ({
    hasError: problem?.field === name,
    errorMessage: problem?.field === name && <span role="alert">{problem.text}</span>,
  });

  const formProblem = problem?.field ? undefined : problem;
  return { busy, error: formProblem?.text, errorCode: formProblem?.code, fieldError, attempt };
}
