/*
 * The code of a sandbox's thread: loads a function's module once, and then runs one event after another.
 */

import { parentPort, workerData } from 'node:worker_threads';

/** Starts one invocation. */
export interface InvocationMessage {
  /** The event as JSON, not as a structured clone: the handler gets only what JSON can express, as on AWS. */
  readonly payload: string;
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

/** An error as Lambda reports it. */
export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

/**
 * A message from the thread: one after loading the function, then one per invocation. A result names no request,
 * because a thread runs one invocation at a time.
 */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly payload: string }
  | { readonly kind: 'error'; readonly error: FunctionError };

export interface WorkerSettings {
  /** File URL of the module. */
  readonly module: string;
  readonly exportName: string;
  /** The constant properties of Lambda's context object. */
  readonly context: Readonly<Record<string, string>>;
}

type Handler = (event: unknown, context: object) => unknown;

const port = parentPort;
if (!port) throw new Error('worker.ts runs only in a worker thread.');
const send = (message: WorkerMessage) => port.postMessage(message);
const { module, exportName, context } = workerData as WorkerSettings;

function toFunctionError(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

/** Runs the function once. Sends its result or its error. */
async function invoke(handler: Handler, { payload, requestId, deadline }: InvocationMessage): Promise<void> {
  try {
    const result = await handler(JSON.parse(payload), {
      ...context,
      awsRequestId: requestId,
      // Lambda's default. It has no effect here.
      callbackWaitsForEmptyEventLoop: true,
      getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    });
    // As on AWS, the result of a handler that returns undefined is null.
    send({ kind: 'result', payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    const functionError = toFunctionError(error);
    console.error(JSON.stringify({ level: 'ERROR', requestId, ...functionError }));
    send({ kind: 'error', error: functionError });
  }
}

try {
  const handler = (await import(module))[exportName];
  if (typeof handler !== 'function') throw new Error(`${module} exports no function ${exportName}.`);
  port.on('message', (message: InvocationMessage) => void invoke(handler, message));
  send({ kind: 'ready' });
} catch (error) {
  console.error(error);
  send({ kind: 'error', error: toFunctionError(error) });
}
