import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { depthIndexShards, table } from './client.ts';

/** A query is hot after this many uses by one function instance within {@link HOT_WINDOW_MS}. */
const HOT_USES = 5;

/** The period in which the uses of a query are counted, in milliseconds. */
const HOT_WINDOW_MS = 1000;

/** Maximum age of shared rows, in milliseconds. */
const MAX_SHARED_AGE_MS = 2000;

/** Maximum number of observed queries. */
const MAX_QUERIES = 200;

/**
 * Maximum number of rows of a shared query. Rows of posts can have 23 KB, so an instance keeps only the rows that it has
 * read within {@link MAX_SHARED_AGE_MS}.
 */
const MAX_ROWS = 100;

/** A query whose uses this function instance counts. */
interface ObservedQuery {
  /** When the latest requests used the query, oldest first, in milliseconds since 1970. */
  readonly uses: number[];
  response?: Promise<QueryCommandOutput> | undefined;
  /** When `response` was requested. */
  readAt: number;
}

/** The observed queries by their input as JSON, the least recently used first. */
const observedQueries = new Map<string, ObservedQuery>();

/** The response of a query. */
export interface SharedResponse {
  readonly response: QueryCommandOutput;
  /** When an earlier request read the response, in milliseconds since 1970; undefined if this request read it. */
  readonly sharedSince?: number | undefined;
}

/**
 * Queries an index. If the query is hot, returns the rows that this function instance read within
 * {@link MAX_SHARED_AGE_MS}.
 *
 * The rows may be outdated for longer than those of other queries. Callers must load the items and check the access
 * rule. Stages with one shard never share rows, because they are not busy. See docs/adr/0033-sharing-hot-rows.md.
 */
export async function queryShared(input: QueryCommandInput & { readonly Limit: number }): Promise<SharedResponse> {
  const read = () => table.send(new QueryCommand(input));
  if (depthIndexShards() === 1 || input.Limit > MAX_ROWS) return { response: await read() };

  const now = Date.now();
  const query = countUse(JSON.stringify(input), now);
  const { response, readAt } = query;
  if (response && now - readAt < MAX_SHARED_AGE_MS) {
    return { response: await response, sharedSince: readAt };
  }

  const pendingResponse = read();
  // Drops the old rows even if the query is no longer hot.
  query.response = undefined;

  if (isHot(query, now)) {
    dropOutdatedRows(now);
    query.response = pendingResponse;
    query.readAt = now;
    pendingResponse.catch(() => {
      if (query.response === pendingResponse) query.response = undefined;
    });
  }

  return { response: await pendingResponse };
}

/** Counts a use of a query, and returns the query. */
function countUse(key: string, now: number): ObservedQuery {
  const query = observedQueries.get(key) ?? { uses: [], readAt: 0 };
  // Moves the query to the end of the map, because the first query of the map is dropped.
  observedQueries.delete(key);
  observedQueries.set(key, query);
  if (observedQueries.size > MAX_QUERIES) observedQueries.delete(observedQueries.keys().next().value!);

  query.uses.push(now);
  if (query.uses.length > HOT_USES) query.uses.shift();

  return query;
}

function isHot({ uses }: ObservedQuery, now: number): boolean {
  const oldestUse = uses[0] ?? now;
  return uses.length === HOT_USES && now - oldestUse <= HOT_WINDOW_MS;
}

/** Drops the rows that are too old to be shared, so that rows of queries that no one repeats don't fill the memory. */
function dropOutdatedRows(now: number): void {
  for (const query of observedQueries.values()) {
    if (now - query.readAt >= MAX_SHARED_AGE_MS) query.response = undefined;
  }
}
