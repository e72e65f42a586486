/**
 * Hooks into the requests of the table's client: tests simulate a second writer, replace a response, or count requests.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A client of the table, to which middlewares can be added. */
type DocumentClient = Pick<DynamoDBDocumentClient, 'middlewareStack'>;

/** Names of the SDK's commands, as its middlewares receive them. */
type CommandName =
  | 'GetItemCommand'
  | 'BatchGetItemCommand'
  | 'PutItemCommand'
  | 'UpdateItemCommand'
  | 'DeleteItemCommand'
  | 'QueryCommand'
  | 'TransactWriteItemsCommand';

/** Number of hooks so far. Makes their names unique. */
let hookCount = 0;

/** Functions that remove hooks: one for each hook that is still added to a client. */
const pendingRemovals = new Set<() => void>();

/** Removes all hooks that are still added. Tests call it after each test. */
export function removeHooks(): void {
  for (const remove of pendingRemovals) remove();
}

/** Records that a hook is added. Returns a function that removes the hook from the client. */
function trackHook(table: DocumentClient, name: string): () => void {
  const remove = () => {
    table.middlewareStack.remove(name);
    pendingRemovals.delete(remove);
  };

  pendingRemovals.add(remove);
  return remove;
}

/**
 * Runs a function once, before the next request of this kind. Simulates a second writer between a read and a write, or,
 * if the function throws, a request that fails.
 *
 * @param skip - number of requests of this kind that pass first
 * @returns a function that returns whether the request was made
 */
export function beforeNext(
  table: DocumentClient,
  command: CommandName,
  run: () => unknown,
  { skip = 0 } = {},
): () => boolean {
  const name = `beforeNext${hookCount++}`;
  const remove = trackHook(table, name);

  let skippedCalls = 0;
  let isDone = false;
  table.middlewareStack.add(
    (next, context) => async (args) => {
      if (isDone || context.commandName !== command) return next(args);
      if (skippedCalls < skip) {
        skippedCalls += 1;
        return next(args);
      }

      isDone = true;
      remove();

      await run();
      return next(args);
    },
    { step: 'initialize', name },
  );

  return () => isDone;
}

/** Replaces the response of the next request of this kind with the result of `respond`, without making the request. */
export function respondToNext(table: DocumentClient, command: CommandName, respond: () => object): void {
  const name = `respondToNext${hookCount++}`;
  const remove = trackHook(table, name);

  table.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName !== command) return next(args);

      remove();
      // The type of the output depends on the command, which the types of a middleware don't know.
      return { response: {}, output: { $metadata: {}, ...respond() } } as never;
    },
    { step: 'initialize', name },
  );
}

/** Runs a function, and returns the number of its requests to the table, by kind. */
export async function countCalls(table: DocumentClient, run: () => Promise<unknown>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const name = `countCalls${hookCount++}`;
  table.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        counts[commandName] = (counts[commandName] ?? 0) + 1;
        return next(args);
      },
    { step: 'initialize', name },
  );

  try {
    await run();
  } finally {
    table.middlewareStack.remove(name);
  }

  return counts;
}

/**
 * Loses the response of the next request, so that the client repeats the request. Tests call `removeHooks` afterwards.
 *
 * @returns a function that returns the number of attempts so far
 */
export function loseNextResponse(table: DocumentClient): () => number {
  const name = `loseNextResponse${hookCount++}`;
  trackHook(table, name);

  let attempts = 0;
  table.middlewareStack.add(
    (next) => async (args) => {
      attempts += 1;
      const response = await next(args);
      if (attempts === 1) throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
      return response;
    },
    // Below the client's retries.
    { name, step: 'deserialize', priority: 'high' },
  );

  return () => attempts;
}
