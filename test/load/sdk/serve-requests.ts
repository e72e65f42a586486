/**
 * Child process of part `sdk`: serves requests with one function's bundle, and measures the CPU of this process. The
 * database and the stubs are other processes.
 */
import { pathToFileURL } from 'node:url';

/** A batch of requests: the events for the function's handler. */
export type Batch = readonly object[];

/** The result of a batch. */
export interface BatchResult {
  /** CPU in microseconds, including garbage collection and compilation. */
  readonly cpuMicros: number;
  /** The last response. */
  readonly response: unknown;
}

const [, , bundle] = process.argv;
const { handler } = (await import(pathToFileURL(bundle!).href)) as {
  handler: (event: object, context: object) => Promise<unknown>;
};

process.on('message', async (events: Batch) => {
  const start = process.cpuUsage();
  let response: unknown;
  for (const event of events) response = await handler(event, {});
  const { user, system } = process.cpuUsage(start);
  process.send!({ cpuMicros: user + system, response } satisfies BatchResult);
});
process.send!('ready');
