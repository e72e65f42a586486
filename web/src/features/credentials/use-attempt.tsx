import { useEffect, useState } from 'react';
import { useOneAtATime } from '../../platform/state/one-at-a-time.ts';
import { type FieldName, type FormProblem, InvalidFieldError, toFormProblem } from './form-problem.ts';

interface AttemptOptions {
  /** The submitted form. An error of one of its fields is shown next to that field, which gets the focus. */
  readonly form?: HTMLFormElement;
  /** Builds the error text of this attempt from a message. Default: the hook's `toErrorText`. */
  readonly toErrorText?: (message: string) => string;
}

/** The problem of the last attempt. */
interface AttemptProblem extends FormProblem {
  /** The form's control that caused the problem. If absent, the problem belongs to the form as a whole. */
  readonly control?: HTMLElement;
}

/**
 * Returns `attempt`, which runs a form's action, and the state of the last attempt.
 *
 * A second attempt while one runs is ignored: the buttons stay enabled, because a disabled button would lose the focus.
 *
 * @param toErrorText - builds the error text from a message
 */
export function useAttempt(toErrorText: (message: string) => string) {
  const runOneAtATime = useOneAtATime();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<AttemptProblem>();

  useEffect(() => problem?.control?.focus(), [problem]);

  /** Runs an action. Resolves to true if the action succeeded, and to false if it failed or another one is running. */
  const attempt = async (action: () => Promise<void>, options: AttemptOptions = {}) =>
    (await runOneAtATime(() => runAction(action, options))) ?? false;

  async function runAction(action: () => Promise<void>, options: AttemptOptions): Promise<boolean> {
    setIsBusy(true);
    setProblem(undefined);

    try {
      await action();
      return true;
    } catch (error) {
      if (!(error instanceof InvalidFieldError)) console.error(error);

      const { field, text, code } = toFormProblem(error);
      const control = field && options.form?.elements.namedItem(field);
      const buildText = options.toErrorText ?? toErrorText;

      // If the form doesn't have the field, the form as a whole shows the problem.
      if (control instanceof HTMLElement) setProblem({ field, text, control });
      else setProblem({ text: buildText(text), ...(code && { code }) });

      return false;
    } finally {
      setIsBusy(false);
    }
  }

  /** Returns the properties of an Amplify field that show its error. */
  const getErrorProps = (name: FieldName) => ({
    hasError: problem?.field === name,
    errorMessage: problem?.field === name && <span role="alert">{problem.text}</span>,
  });

  const formProblem = problem?.field ? undefined : problem;

  return { isBusy, error: formProblem?.text, errorCode: formProblem?.code, getErrorProps, attempt };
}
