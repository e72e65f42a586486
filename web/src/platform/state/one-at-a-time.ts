import { useRef } from 'react';

/**
 * Returns a function that runs an action, unless an earlier one is still running.
 *
 * It resolves to the action's result, or to undefined if the action didn't run. It rejects with the action's error.
 */
export function useOneAtATime() {
  const isRunning = useRef(false);

  return async function run<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
    if (isRunning.current) return undefined;

    isRunning.current = true;
    try {
      return await action();
    } finally {
      isRunning.current = false;
    }
  };
}
