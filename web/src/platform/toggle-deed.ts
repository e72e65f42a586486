import type { QueryClient } from '@tanstack/react-query';

interface ToggleDeedMeans<Answer, State> {
  readonly client: QueryClient;
  /** What is turned on and off: presses with the same key follow one another. */
  readonly mutationKey: readonly string[];
  readonly send: (wanted: boolean) => Promise<Answer>;
  /** What the server held before a press, as far as the screen tells. */
  readonly before: (wanted: boolean) => State;
  /** Shows what is wanted, before the server has answered. */
  readonly foretell: (wanted: boolean) => void;
  /** What the server holds, by its answer. */
  readonly stateOf: (answer: Answer) => State;
  /** Shows what the server has answered. */
  readonly settle: (answer: Answer) => void;
  /** Shows what the server is known to hold. */
  readonly restore: (state: State) => void;
  /** Told before each attempt (nothing), and of what went wrong with the last. */
  readonly onProblem: (error: Error | undefined) => void;
}

/** What the server is known to hold while one press follows another: all of them share it. */
interface Known<State> {
  state: State;
}

/**
 * Turning something on or off, as a mutation: shown at once, and taken back when the server will not have it. Of several
 * presses the last one decides what stays on screen; when that is refused, what the server is known to hold.
 */
export function toggleDeed<Answer, State>(means: ToggleDeedMeans<Answer, State>) {
  const { client, mutationKey, send, before, foretell, stateOf, settle, restore, onProblem } = means;
  const isLast = () => client.isMutating({ mutationKey }) <= 1;
  return {
    mutationKey,
    // One after the other, so that the last press is what stays.
    scope: { id: mutationKey.join() },
    mutationFn: send,
    onMutate: (wanted: boolean): Known<State> => {
      onProblem(undefined);
      foretell(wanted);
      const pending = client.getMutationCache().findAll({ mutationKey, status: 'pending' });
      const earlier = pending.map(({ state }) => state.context as Known<State> | undefined).find(Boolean);
      return earlier ?? { state: before(wanted) };
    },
    onSuccess: (answer: Answer, _: boolean, known: Known<State> | undefined) => {
      if (known) known.state = stateOf(answer);
      // What was pressed meanwhile is newer than this answer.
      if (isLast()) settle(answer);
    },
    onError: (error: Error, _: boolean, known: Known<State> | undefined) => {
      if (!isLast()) return;
      if (known) restore(known.state);
      onProblem(error);
    },
  };
}
