import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DynamoDbEngine, startDynamoDb } from '../../infra/local/dynamodb/engine.ts';
import { silentTerminal } from '../../infra/local/process/terminal.ts';
import { DatabaseProxy, isWrite, type ProxiedCall, type ProxiedResponse } from './database-proxy.ts';

/** Age of the state that stale reads return, in milliseconds. DynamoDB's replicas usually lag by less. */
export const LAG_MS = 1000;

const READ_OPERATION = /^(GetItem|BatchGetItem|Query|Scan)$/;

/** The parameters of a read that decide its consistency. */
interface ReadRequest {
  readonly IndexName?: string;
  readonly ConsistentRead?: boolean;
  readonly RequestItems?: Readonly<Record<string, { readonly ConsistentRead?: boolean }>>;
}

/**
 * Returns whether a read may return old data: every read of an index, and every read that isn't strongly consistent.
 */
export function mayBeStale({ IndexName, ConsistentRead, RequestItems }: ReadRequest): boolean {
  if (IndexName !== undefined) return true;

  const consistentReads = RequestItems
    ? Object.values(RequestItems).map((items) => items.ConsistentRead)
    : [ConsistentRead];
  return consistentReads.some((isConsistent) => isConsistent !== true);
}

/**
 * A DynamoDB whose eventually consistent reads are always {@link LAG_MS} behind.
 *
 * It repeats each successful write on a second database, the stale one, in the same order and after the lag. Reads that
 * may be stale go to the stale database.
 */
export class StaleDatabase {
  readonly #directory = mkdtempSync(join(tmpdir(), 'fathom-stale-'));
  readonly #proxy = new DatabaseProxy((call, response) => this.#handle(call, response));
  /** The database with the current state, and the one with the state of {@link LAG_MS} ago. */
  #engines: readonly [DynamoDbEngine, DynamoDbEngine] | undefined;
  /** The last write. The next write waits for it, so that both databases execute the writes in the same order. */
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** The newest repeat, due or not. The next repeat waits for it. */
  #newestRepeat: Promise<unknown> = Promise.resolve();
  /**
   * The newest repeat that is due. Reads wait for it, so that a busy machine doesn't make them older than
   * {@link LAG_MS}.
   */
  #newestDueRepeat: Promise<unknown> = Promise.resolve();

  /** Starts both databases, and returns the URL. */
  async start(): Promise<string> {
    const startEngine = (name: string) => startDynamoDb(join(this.#directory, name), silentTerminal);
    this.#engines = [await startEngine('current'), await startEngine('stale')];
    return this.#proxy.start();
  }

  /** Stops both databases, after the last repeat. */
  async close(): Promise<void> {
    await this.#newestRepeat;
    await this.#proxy.close();
    for (const engine of this.#engines ?? []) await engine.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** Responds to a call of the client. */
  async #handle(call: ProxiedCall, response: ServerResponse): Promise<void> {
    const result = await this.#route(call);
    if (!result) {
      // The connection to the database broke, so the caller's connection breaks too.
      call.incoming.socket.resetAndDestroy();
      return;
    }

    response.writeHead(result.status, result.headers).end(result.body);
  }

  /** Sends a call to the databases that need it. Undefined if the connection broke. */
  async #route(call: ProxiedCall): Promise<ProxiedResponse | undefined> {
    const { operation, body } = call;

    if (READ_OPERATION.test(operation)) {
      if (!mayBeStale(JSON.parse(body.toString()))) return this.#forwardToCurrent(call);

      await this.#newestDueRepeat;
      return this.#forwardToStale(call);
    }
    if (isWrite(operation)) return this.#write(call);

    // Both databases have the same tables.
    if (operation === 'CreateTable') await this.#forwardToStale(call);
    return this.#forwardToCurrent(call);
  }

  /** Writes to the current database after the earlier writes, and schedules the repeat. */
  #write(call: ProxiedCall): Promise<ProxiedResponse | undefined> {
    const write = this.#lastWrite.then(async () => {
      const result = await this.#forwardToCurrent(call);
      if (result?.status === 200) this.#scheduleRepeat(call);
      return result;
    });

    this.#lastWrite = write;
    return write;
  }

  /** Repeats a write on the stale database after the lag, and after all earlier repeats. */
  #scheduleRepeat(call: ProxiedCall): void {
    // The delay begins now, not after the earlier repeats.
    const { promise: delay, resolve: endDelay } = Promise.withResolvers<void>();
    const repeat = this.#newestRepeat.then(() => delay).then(() => this.#forwardToStale(call));
    this.#newestRepeat = repeat;

    setTimeout(() => {
      this.#newestDueRepeat = repeat;
      endDelay();
    }, LAG_MS);
  }

  #forwardToCurrent(call: ProxiedCall): Promise<ProxiedResponse | undefined> {
    const [currentEngine] = this.#engines!;
    return this.#proxy.forward(call, currentEngine.endpoint);
  }

  #forwardToStale(call: ProxiedCall): Promise<ProxiedResponse | undefined> {
    const [, staleEngine] = this.#engines!;
    return this.#proxy.forward(call, staleEngine.endpoint);
  }
}
