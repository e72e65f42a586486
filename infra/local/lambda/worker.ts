import { parentPort, workerData } from 'node:worker_threads';

/** What the pool sends for each invocation. */
export interface InvocationMessage {
  /** The event, as JSON: functions get what survived serialisation, as on AWS. */
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

/** What the thread answers: once when the function is loaded, then once for each invocation. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly payload: string }
  | { readonly kind: 'error'; readonly error: FunctionError };

export interface WorkerSettings {
  /** File URL of the module. */
  readonly module: string;
  readonly exportName: string;
  /** The parts of the context object that do not change. */
  readonly context: Readonly<Record<string, string>>;
}

type Handler = (event: unknown, context: object) => unknown;

const port = parentPort;
if (!port) throw new Error('worker.ts runs in a worker thread only.');
const send = (message: WorkerMessage) => port.postMessage(message);
const { module, exportName, context } = workerData as WorkerSettings;

function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

async function invoke(handler: Handler, { payload, requestId, deadline }: InvocationMessage): Promise<void> {
  try {
    const result = await handler(JSON.parse(payload), {
      ...context,
      awsRequestId: requestId,
      callbackWaitsForEmptyEventLoop: true,
      getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    });
    send({ kind: 'result', payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    const described = describe(error);
    console.error(JSON.stringify({ level: 'ERROR', requestId, ...described }));
    send({ kind: 'error', error: described });
  }
}

try {
  const handler = (await import(module))[exportName];
  if (typeof handler !== 'function') throw new Error(`${module} exports no function ${exportName}.`);
  port.on('message', (message: InvocationMessage) => void invoke(handler, message));
  send({ kind: 'ready' });
} catch (error) {
  console.error(error);
  send({ kind: 'error', error: describe(error) });
}
