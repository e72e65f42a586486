import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';

/** An action that a member starts with one press, such as a deletion. `useAction` returns it. */
export interface Action<Variables = void> {
  /** Starts the action, unless it is running. */
  readonly run: (variables: Variables) => void;
  readonly isBusy: boolean;
  /** The error of the last run. */
  readonly error: Error | null;
  /** The input of the last run. */
  readonly variables: Variables | undefined;
  /** Clears the last error. Does nothing while the action runs. */
  readonly reset: () => void;
}

/**
 * Runs an action that sends a request, at most once at a time.
 *
 * A second click can arrive before the button shows that the action runs. So a ref rejects it, not the state.
 * The ref is released when the result is on the screen: a deleted row can't be deleted again before it disappears.
 *
 * @param options - the options of `useMutation`
 */
export function useAction<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): Action<Variables> {
  const { mutate, isPending: isBusy, error, variables, reset } = useMutation(options);
  const isRunning = useRef(false);

  useLayoutEffect(() => {
    isRunning.current = isBusy;
  });

  return {
    run(input) {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate(input);
    },
    isBusy,
    error,
    variables,
    reset() {
      if (!isRunning.current) reset();
    },
  };
}
