import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { depthIndexShards, table } from './client.ts';

/** A query is hot after this many uses by one function instance within {@link HOT_WINDOW_MS}. */
const HOT_USES = 5;
const HOT_WINDOW_MS = 1000;

/** How long requests share the rows of a hot query, in milliseconds. */
export const SHARED_MS = 2000;

/** Maximum number of queries that are observed, and of rows per query. Bounds the memory to about 10 MB. */
const MAX_QUERIES = 200;
const MAX_ROWS = 100;

interface ObservedQuery {
  /** When the latest requests used the query, oldest first, in milliseconds since 1970. */
  readonly uses: number[];
  response?: Promise<QueryCommandOutput> | undefined;
  /** When `response` was requested. */
  readAt: number;
}

/** By the query's input as JSON; the least recently used first. */
const observed = new Map<string, ObservedQuery>();

/** The response of a query. `sharedSince` is when an earlier request read it; undefined if it was read for this one. */
export interface SharedResponse {
  readonly response: QueryCommandOutput;
  readonly sharedSince?: number | undefined;
}

/**
 * Queries an index, or returns the rows that this function instance read in the last two seconds, if the query is hot.
 *
 * The rows may be outdated like those of any index, only longer. Callers must load the items and check the access rule.
 * Stages with one shard never share rows. See docs/adr/0033-sharing-hot-rows.md.
 */
export async function queryShared(input: QueryCommandInput): Promise<SharedResponse> {
  const read = () => table.send(new QueryCommand(input));
  if (depthIndexShards() === 1 || (input.Limit ?? MAX_ROWS) > MAX_ROWS) return { response: await read() };

  const now = Date.now();
  const query = observe(JSON.stringify(input), now);
  const { response, readAt } = query;
  if (response && now - readAt < SHARED_MS) return { response: await response, sharedSince: readAt };

  const current = read();
  query.response = undefined;
  if (query.uses.length === HOT_USES && now - query.uses[0]! <= HOT_WINDOW_MS) {
    Object.assign(query, { response: current, readAt: now });
    current.catch(() => {
      if (query.response === current) query.response = undefined;
    });
  }
  return { response: await current };
}

function observe(key: string, now: number): ObservedQuery {
  const query = observed.get(key) ?? { uses: [], readAt: 0 };
  observed.delete(key);
  observed.set(key, query);
  if (observed.size > MAX_QUERIES) observed.delete(observed.keys().next().value!);
  query.uses.push(now);
  if (query.uses.length > HOT_USES) query.uses.shift();
  return query;
}
