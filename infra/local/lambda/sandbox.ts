import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { transformSync } from 'esbuild';
import type { FunctionDefinition } from '../template/function-definition.ts';
import type { FunctionLog } from './function-log.ts';
import type { FunctionError, InvocationMessage, WorkerMessage, WorkerSettings } from './worker.ts';

/** The outcome of one invocation: its payload as JSON, or the function's error. */
export type Outcome =
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly timedOut: boolean; readonly error: FunctionError };

/** Limits for the time in which a module loads. */
export interface LoadLimits {
  /**
   * Time after which a load is reported as slow. AWS restarts a load after 10 s. On a busy machine, a restart would
   * take as long again, so the sandbox only reports the load.
   */
  readonly slowLoadMs: number;
  /** Additional time after the report. Then the load fails with a timeout, because the module hangs. */
  readonly extraLoadMs: number;
}

type Failure = Outcome & { readonly ok: false };

/** The outcome of an invocation that had not ended when the local cloud stopped. */
export const STOPPED = toFailure('Runtime.Stopped', 'The local cloud has stopped.');

/** The thread's code as a data URL, built for the first sandbox. */
let workerUrl: URL | undefined;

/**
 * Returns the thread's code without types, as a data URL. Node can strip types itself, but then each thread loads the
 * compiler, which costs 40 ms and 11 MB.
 */
function getWorkerUrl(): URL {
  if (!workerUrl) {
    const source = readFileSync(new URL('./worker.ts', import.meta.url), 'utf8');
    const { code } = transformSync(source, { loader: 'ts', format: 'esm', target: 'node24' });
    // Stack traces show this name instead of the data URL.
    workerUrl = new URL(`data:text/javascript,${encodeURIComponent(`${code}\n//# sourceURL=lambda-worker.js`)}`);
  }

  return workerUrl;
}

/** An execution environment of a function: a thread that runs one invocation at a time. */
export class Sandbox {
  readonly #definition: FunctionDefinition;
  readonly #worker: Worker;
  /** Resolves when the module is loaded, or failed to load. */
  readonly loadEnded: Promise<void>;
  /** Resolves `loadEnded` and stops its timer. */
  readonly #endLoading: () => void;
  /** Whether the module was loaded without an error. */
  #isLoaded = false;
  /** Ends the running invocation with an outcome. Undefined between invocations. */
  #endInvocation: ((outcome: Outcome) => void) | undefined;
  /** The outcome of all later invocations, after an error that makes the thread unusable. */
  #finalFailure: Failure | undefined;

  constructor(definition: FunctionDefinition, log: FunctionLog, loadLimits: LoadLimits) {
    this.#definition = definition;

    const { promise, resolve } = Promise.withResolvers<void>();
    this.loadEnded = promise;

    const stopLoadTimer = this.#startLoadTimer(log, loadLimits);
    this.#endLoading = () => {
      stopLoadTimer();
      resolve();
    };

    this.#worker = startWorker(definition);
    this.#listenToWorker(log);
  }

  /** Reports a slow load, and later fails it. Returns a function that stops the timer. */
  #startLoadTimer(log: FunctionLog, { slowLoadMs, extraLoadMs }: LoadLimits): () => void {
    let timer = setTimeout(() => {
      log.reportSlowLoad(slowLoadMs / 1000);
      timer = setTimeout(() => this.#failForGood(toTimeoutFailure(extraLoadMs)), extraLoadMs);
    }, slowLoadMs);

    return () => clearTimeout(timer);
  }

  /** Logs the thread's output, and handles its messages, errors, and exit. */
  #listenToWorker(log: FunctionLog): void {
    this.#worker.stdout.on('data', (chunk: Buffer) => log.write(chunk.toString()));
    this.#worker.stderr.on('data', (chunk: Buffer) => log.write(chunk.toString()));
    this.#worker.on('message', (message: WorkerMessage) => this.#receive(message));

    this.#worker.on('error', (error: unknown) => {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      log.write(`${stack}\n`);
      this.#failForGood(toFailure(name, message));
    });
    this.#worker.on('exit', (code) =>
      this.#failForGood(toFailure('Runtime.ExitError', `Error: Runtime exited with code ${code}`)),
    );
  }

  /** Whether the thread can run more invocations. */
  get isAlive(): boolean {
    return this.#finalFailure === undefined;
  }

  /**
   * Runs the function once, with a time limit that starts immediately. Call it only after `loadEnded`.
   *
   * Never rejects: an error of the function becomes an outcome.
   */
  async invoke(payload: string, requestId: string): Promise<Outcome> {
    if (this.#finalFailure) return this.#finalFailure;

    const limitMs = this.#definition.timeoutSeconds * 1000;
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    this.#endInvocation = resolve;
    const timer = setTimeout(() => this.#failForGood(toTimeoutFailure(limitMs, `RequestId: ${requestId} `)), limitMs);

    const message: InvocationMessage = { payload, requestId, deadline: Date.now() + limitMs };
    this.#worker.postMessage(message);
    const outcome = await promise;

    clearTimeout(timer);
    this.#endInvocation = undefined;
    // A failure can leave the invocation running, for example a timeout.
    if (this.#finalFailure) void this.#worker.terminate();

    return outcome;
  }

  /** Ends the thread. A running invocation gets the outcome {@link STOPPED}. */
  async close(): Promise<void> {
    this.#failForGood(STOPPED);
    await this.#worker.terminate();
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'ready') {
      this.#isLoaded = true;
      this.#endLoading();
    } else if (message.kind === 'result') {
      this.#endInvocation?.({ ok: true, payload: message.payload });
    } else {
      const outcome = { ok: false, timedOut: false, error: message.error } as const;
      // After an error of one invocation, the next one can succeed. A module that failed to load stays unusable.
      if (this.#isLoaded) this.#endInvocation?.(outcome);
      else this.#failForGood(outcome);
    }
  }

  /**
   * Ends the running invocation and all later ones with a failure. The first failure remains: after an error or a
   * timeout, the thread also reports its exit.
   *
   * Doesn't terminate the thread. {@link invoke} does after its invocation, and the pool closes a sandbox that is no
   * longer alive, for example after a failed load.
   */
  #failForGood(failure: Failure): void {
    const firstFailure = this.#finalFailure ?? failure;
    this.#finalFailure = firstFailure;

    this.#endLoading();
    this.#endInvocation?.(firstFailure);
  }
}

/** Starts the thread, which loads the function's module. */
function startWorker(definition: FunctionDefinition): Worker {
  return new Worker(getWorkerUrl(), {
    workerData: buildWorkerSettings(definition),
    env: { ...definition.environment },
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: definition.memoryMb },
  });
}

function buildWorkerSettings({ file, exportName, name, arn, memoryMb }: FunctionDefinition): WorkerSettings {
  return {
    module: pathToFileURL(file).href,
    exportName,
    context: {
      functionName: name,
      functionVersion: '$LATEST',
      invokedFunctionArn: arn,
      memoryLimitInMB: String(memoryMb),
      logGroupName: `/aws/lambda/${name}`,
      logStreamName: 'local',
    },
  };
}

function toFailure(errorType: string, errorMessage: string): Failure {
  return { ok: false, timedOut: false, error: { errorType, errorMessage } };
}

/** Returns the failure of an invocation or a load that took too long, with the same message as on AWS. */
function toTimeoutFailure(limitMs: number, prefix = ''): Failure {
  const seconds = (limitMs / 1000).toFixed(2);
  const failure = toFailure('Sandbox.Timedout', `${prefix}Error: Task timed out after ${seconds} seconds`);
  return { ...failure, timedOut: true };
}
