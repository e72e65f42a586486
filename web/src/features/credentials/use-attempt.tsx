import { useEffect, useState } from 'react';
import { useOneAtATime } from '../../platform/state/one-at-a-time.ts';
import { type FieldName, type FormProblem, InvalidFieldError, toFormProblem } from './form-problem.ts';

interface AttemptOptions {
  /** The submitted form. An error of one of its fields is shown next to that field, which gets the focus. */
  readonly form?: HTMLFormElement;
  /** Builds the error text from a message. Default: the hook's `describe`. */
  readonly describe?: (message: string) => string;
}

/**
 * Returns a function that runs a form's action, and the state of the last attempt.
 *
 * A second attempt while one runs is ignored: the buttons stay enabled, because a disabled button would lose the focus.
 *
 * @param describe - builds the error text from a message
 */
export function useAttempt(describe: (message: string) => string) {
  const run = useOneAtATime();
  const [isBusy, setIsBusy] = useState(false);
  // `control` is the field that caused the problem.
  const [problem, setProblem] = useState<FormProblem & { readonly control?: HTMLElement }>();

  useEffect(() => problem?.control?.focus(), [problem]);

  /** Runs an action, unless another one is running. Resolves to true if it succeeded. */
  const attempt = async (action: () => Promise<void>, options: AttemptOptions = {}) =>
    (await run(() => tryAction(action, options))) ?? false;

  async function tryAction(action: () => Promise<void>, options: AttemptOptions): Promise<boolean> {
    setIsBusy(true);
    setProblem(undefined);

    try {
      await action();
      return true;
    } catch (failure) {
      if (!(failure instanceof InvalidFieldError)) console.error(failure);

      const { field, text, code } = toFormProblem(failure);
      const control = field && options.form?.elements.namedItem(field);
      if (control instanceof HTMLElement) setProblem({ field, text, control });
      else setProblem({ text: (options.describe ?? describe)(text), ...(code && { code }) });

      return false;
    } finally {
      setIsBusy(false);
    }
  }

  /** Returns the properties of an Amplify field that show its error. */
  const fieldError = (name: FieldName) => ({
    hasError: problem?.field === name,
    errorMessage: problem?.field === name && <span role="alert">{problem.text}</span>,
  });

  const formProblem = problem?.field ? undefined : problem;

  return { isBusy, error: formProblem?.text, errorCode: formProblem?.code, fieldError, attempt };
}
