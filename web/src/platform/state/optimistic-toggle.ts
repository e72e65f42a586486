import { type QueryClient, useMutation } from '@tanstack/react-query';

/** The functions of a toggle. `wanted` is the state that the click asks for. */
interface OptimisticToggleOptions<Result, State> {
  readonly client: QueryClient;
  /** Identifies the toggled item. */
  readonly mutationKey: readonly string[];
  /** Mutations of the same scope run one after another. By default, each item has its own scope. */
  readonly scopeId?: string;
  readonly send: (wanted: boolean) => Promise<Result>;
  /** The server state before the click, as cached. */
  readonly readState: (wanted: boolean) => State;
  /** Shows the wanted state before the server responds. */
  readonly applyOptimistic: (wanted: boolean) => void;
  /** Extracts the server state from a result. */
  readonly stateFrom: (result: Result) => State;
  /** Shows the server's result. */
  readonly applyResult: (result: Result) => void;
  /** Shows a confirmed server state again after a failure. */
  readonly rollBack: (state: State) => void;
  /** Receives the error of the last attempt, or undefined when a new attempt starts. */
  readonly onError: (error: Error | undefined) => void;
}

/** The last state that the server confirmed, shared by all clicks in flight. */
interface ConfirmedState<State> {
  state: State;
}

/**
 * Returns mutation options for a like or follow button: optimistic, with rollback.
 *
 * Rapid clicks run in order, and only the result of the last click updates the screen. If the last click fails, the
 * screen returns to the last state that the server confirmed, not to the state before the last click.
 */
export function optimisticToggle<Result, State>(options: OptimisticToggleOptions<Result, State>) {
  const { client, mutationKey, scopeId = mutationKey.join() } = options;
  const { send, readState, applyOptimistic, stateFrom, applyResult, rollBack, onError } = options;
  // The mutation whose callback calls this is still pending, so it is counted too.
  const isLastClick = () => client.isMutating({ mutationKey }) <= 1;

  return {
    mutationKey,
    // Runs the mutations one after another, so that the last click wins.
    scope: { id: scopeId },
    mutationFn: send,

    onMutate: (wanted: boolean): ConfirmedState<State> => {
      onError(undefined);
      applyOptimistic(wanted);

      // Clicks in flight share the confirmed state, so that a later failure can return to it.
      const pendingMutations = client.getMutationCache().findAll({ mutationKey, status: 'pending' });
      const earlierContext = pendingMutations
        .map(({ state }) => state.context as ConfirmedState<State> | undefined)
        .find(Boolean);
      return earlierContext ?? { state: readState(wanted) };
    },

    onSuccess: (result: Result, _: boolean, context: ConfirmedState<State> | undefined) => {
      if (context) context.state = stateFrom(result);
      // A later click is newer than this result.
      if (isLastClick()) applyResult(result);
    },

    onError: (error: Error, _: boolean, context: ConfirmedState<State> | undefined) => {
      if (!isLastClick()) return;

      // Without a context, `applyOptimistic` has thrown, so there is no state to return to.
      if (context) rollBack(context.state);
      onError(error);
    },
  };
}

/**
 * Returns the mutation of a toggle.
 *
 * It needs no guard against a double click: both clicks are sent in order, and the second undoes the first.
 */
export function useOptimisticToggle<Result, State>(options: ReturnType<typeof optimisticToggle<Result, State>>) {
  return useMutation(options);
}
