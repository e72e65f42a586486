import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';

/** Something that a member does with one press, such as a deletion. Made by `useAction`. */
export interface Action<Variables = void> {
  /** Starts the action, unless it is running. */
  readonly run: (variables: Variables) => void;
  readonly busy: boolean;
  /** The error of the last run. */
  readonly error: Error | null;
  /** What the last run was started with. */
  readonly variables: Variables | undefined;
  /** Forgets the last error. Does nothing while the action runs. */
  readonly reset: () => void;
}

/**
 * Runs an action that sends a request, at most once at a time.
 *
 * A second click can arrive before the button shows that the action runs. Therefore a ref rejects it, and not the state.
 * The ref is released when the result is on the screen: a deleted row can't be deleted again before it disappears.
 *
 * @param options - those of `useMutation`
 */
export function useAction<Data, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): Action<Variables> {
  const { mutate, isPending: busy, error, variables, reset } = useMutation(options);
  const isRunning = useRef(false);

  useLayoutEffect(() => {
    isRunning.current = busy;
  });

  return {
    run(input) {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate(input);
    },
    busy,
    error,
    variables,
    reset() {
      if (!isRunning.current) reset();
    },
  };
}
