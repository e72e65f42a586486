import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { startDynamoDb } from '../../infra/local/dynamodb/engine.ts';
import { silentTerminal } from '../../infra/local/process/terminal.ts';
import { createRandom } from '../../infra/local/seed/random.ts';
import { DatabaseProxy, isWrite, type ProxiedCall } from '../support/database-proxy.ts';

/** Errors of DynamoDB, with their status. A refused call has no effect. */
const REFUSALS = {
  ThrottlingException: 400,
  ProvisionedThroughputExceededException: 400,
  InternalServerError: 500,
  ServiceUnavailable: 503,
} as const;

/** The calls of the change feed, which polls. The proxy doesn't count them, because their number varies. */
const STREAM_OPERATIONS = new Set(['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords']);

/** What happens to a call: it is refused, its connection breaks before it arrives, or only its response is lost. */
export type Fault = keyof typeof REFUSALS | 'reset' | 'reset after execution' | 'InternalServerError after execution';

/** Faults that leave the table unchanged. */
export const REFUSING_FAULTS: readonly Fault[] = [...(Object.keys(REFUSALS) as (keyof typeof REFUSALS)[]), 'reset'];

/** Refusals after which the SDK waits only milliseconds. */
export const FAST_REFUSALS: readonly Fault[] = ['InternalServerError', 'ServiceUnavailable', 'reset'];

/** Faults of calls that DynamoDB executes. */
export const LOSING_FAULTS: readonly Fault[] = ['reset after execution', 'InternalServerError after execution'];

/** A call to DynamoDB. A retry of the SDK is another call. */
export interface DatabaseCall {
  /** For example "TransactWriteItems". */
  readonly operation: string;
  readonly isWrite: boolean;
  /** Counts from 0 since the script was set. */
  readonly number: number;
}

/** Decides about each call, in the order in which they arrive. Undefined forwards the call. */
type Script = (call: DatabaseCall) => Fault | undefined;

const noFaults: Script = () => undefined;

/** A proxy in front of DynamoDB that injects the faults of a script. */
export class FaultyDatabase {
  readonly #databaseUrl: string;
  readonly #proxy = new DatabaseProxy((call, response) => this.#serve(call, response));
  #script = noFaults;
  #calls: DatabaseCall[] = [];

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** Returns the URL of the proxy. */
  start(): Promise<string> {
    return this.#proxy.start();
  }

  close(): Promise<void> {
    return this.#proxy.close();
  }

  /** The calls since the script was set. */
  get calls(): readonly DatabaseCall[] {
    return this.#calls;
  }

  /** Replaces the script, and starts to count from 0. */
  follow(script: Script): void {
    this.#script = script;
    this.#calls = [];
  }

  /** Forwards all calls from now on. */
  recover(): void {
    this.follow(noFaults);
  }

  /** Applies the script to a call, and then forwards the call unless its fault prevents that. */
  async #serve(proxiedCall: ProxiedCall, response: ServerResponse): Promise<void> {
    const { operation, incoming } = proxiedCall;
    if (STREAM_OPERATIONS.has(operation)) return this.#forward(proxiedCall, response);

    const call = { operation, isWrite: isWrite(operation), number: this.#calls.length };
    this.#calls.push(call);

    const fault = this.#script(call);
    if (fault === 'reset') return void incoming.socket.resetAndDestroy();
    if (fault && fault in REFUSALS) return refuse(response, fault as keyof typeof REFUSALS);

    const result = await this.#proxy.forward(proxiedCall, this.#databaseUrl);
    if (fault === 'reset after execution' || !result) return void incoming.socket.resetAndDestroy();
    if (fault === 'InternalServerError after execution') return refuse(response, 'InternalServerError');
    response.writeHead(result.status, result.headers).end(result.body);
  }

  async #forward(proxiedCall: ProxiedCall, response: ServerResponse): Promise<void> {
    const result = await this.#proxy.forward(proxiedCall, this.#databaseUrl);
    if (result) response.writeHead(result.status, result.headers).end(result.body);
    else proxiedCall.incoming.socket.resetAndDestroy();
  }
}

/** Responds with an error of DynamoDB. */
function refuse(response: ServerResponse, code: keyof typeof REFUSALS): void {
  const body = JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${code}`, message: 'Injected by a test.' });
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'content-length': Buffer.byteLength(body) };
  response.writeHead(REFUSALS[code], headers).end(body);
}

/**
 * Starts an empty DynamoDB behind a {@link FaultyDatabase}. A cloud that this process starts afterwards uses it. Stops
 * after the last test of the file.
 */
export async function startFaultyDatabase(): Promise<FaultyDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-database-'));
  const engine = await startDynamoDb(directory, silentTerminal);
  const database = new FaultyDatabase(engine.endpoint);

  process.env.AWS_ENDPOINT_URL_DYNAMODB = await database.start();
  afterAll(async () => {
    delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
    await database.close();
    await engine.close();
    rmSync(directory, { recursive: true, force: true });
  });

  return database;
}

/** Returns a script that lets a share of the calls fail, with faults that depend only on the seed and the order. */
export function createFailureScript(share: number, faults: readonly Fault[], seed: number): Script {
  const random = createRandom(seed);
  return (call) => {
    // Draws both numbers for every call, so that later calls get the same numbers whether or not this one fails.
    const chance = random();
    const choice = random();
    if (chance >= share) return undefined;

    const fault = faults[Math.floor(choice * faults.length)]!;
    // A read whose response is lost has the same effect as a refused read.
    return !call.isWrite && LOSING_FAULTS.includes(fault) ? 'reset' : fault;
  };
}
