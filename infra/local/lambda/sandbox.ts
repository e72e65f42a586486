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

export interface LoadLimits {
  /** Reports a module that loads longer. AWS loads it again after 10 s, which never ends on a busy machine. */
  readonly slowLoadMs: number;
  /** Ends a module that loads this much longer: it hangs. */
  readonly loadLimitMs: number;
}

let workerCode: URL | undefined;

/**
 * Returns the thread's code without types, as a data URL. Node can strip types itself, but then each thread loads the
 * compiler, which costs 40 ms and 11 MB.
 */
function getWorkerUrl(): URL {
  if (!workerCode) {
    const source = readFileSync(new URL('./worker.ts', import.meta.url), 'utf8');
    const { code } = transformSync(source, { loader: 'ts', format: 'esm', target: 'node24' });
    // Stack traces show this name instead of the data URL.
    workerCode = new URL(`data:text/javascript,${encodeURIComponent(`${code}\n//# sourceURL=lambda-worker.js`)}`);
  }
  return workerCode;
}

/** An execution environment of a function: a thread that runs one event at a time. */
export class Sandbox {
  readonly #definition: FunctionDefinition;
  readonly #worker: Worker;
  readonly #loadLimits: LoadLimits;
  readonly #log: FunctionLog;
  #loaded = false;
  #resolve: ((outcome: Outcome) => void) | undefined;
  #onLoaded: (() => void) | undefined;
  #fatalError: FunctionError | undefined;

  constructor(definition: FunctionDefinition, log: FunctionLog, loadLimits: LoadLimits) {
    this.#definition = definition;
    this.#loadLimits = loadLimits;
    this.#log = log;
    const workerData: WorkerSettings = {
      module: pathToFileURL(definition.file).href,
      exportName: definition.exportName,
      context: {
        functionName: definition.name,
        functionVersion: '$LATEST',
        invokedFunctionArn: definition.arn,
        memoryLimitInMB: String(definition.memoryMb),
        logGroupName: `/aws/lambda/${definition.name}`,
        logStreamName: 'local',
      },
    };
    this.#worker = new Worker(getWorkerUrl(), {
      workerData,
      env: { ...definition.environment },
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: definition.memoryMb },
    });
    this.#worker.stdout.on('data', (chunk: Buffer) => log.write(chunk.toString()));
    this.#worker.stderr.on('data', (chunk: Buffer) => log.write(chunk.toString()));
    this.#worker.on('message', (message: WorkerMessage) => this.#receive(message));
    this.#worker.on('error', (error: unknown) => {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      log.write(`${stack}\n`);
      this.#fail({ errorType: name, errorMessage: message });
    });
    this.#worker.on('exit', (code) =>
      this.#fail({ errorType: 'Runtime.ExitError', errorMessage: `Error: Runtime exited with code ${code}` }),
    );
  }

  /** Whether the thread can run more events. */
  get alive(): boolean {
    return this.#fatalError === undefined;
  }

  /** Runs one event. Never rejects: an error of the function becomes an outcome. */
  async invoke(payload: string, requestId: string): Promise<Outcome> {
    if (this.#fatalError) return { ok: false, timedOut: false, error: this.#fatalError };
    let timer: NodeJS.Timeout | undefined;
    const outcome = await new Promise<Outcome>((resolve) => {
      this.#resolve = resolve;
      const startTimer = (limit: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          const seconds = (limit / 1000).toFixed(2);
          this.#fatalError = {
            errorType: 'Sandbox.Timedout',
            errorMessage: `RequestId: ${requestId} Error: Task timed out after ${seconds} seconds`,
          };
          resolve({ ok: false, timedOut: true, error: this.#fatalError });
        }, limit);
      };
      const start = () => {
        const limit = this.#definition.timeoutSeconds * 1000;
        startTimer(limit);
        const message: InvocationMessage = { payload, requestId, deadline: Date.now() + limit };
        this.#worker.postMessage(message);
      };
      if (this.#loaded) return start();
      this.#onLoaded = start;
      timer = setTimeout(() => {
        this.#log.reportSlowLoad(this.#loadLimits.slowLoadMs / 1000);
        startTimer(this.#loadLimits.loadLimitMs);
      }, this.#loadLimits.slowLoadMs);
    });
    clearTimeout(timer);
    this.#resolve = undefined;
    this.#onLoaded = undefined;
    if (this.#fatalError) void this.#worker.terminate();
    return outcome;
  }

  async close(): Promise<void> {
    this.#fatalError ??= { errorType: 'Runtime.Stopped', errorMessage: 'The local cloud has stopped.' };
    await this.#worker.terminate();
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'ready') {
      this.#loaded = true;
      this.#onLoaded?.();
    } else if (message.kind === 'result') {
      this.#resolve?.({ ok: true, payload: message.payload });
    } else {
      // A module that failed to load would fail for the next event too.
      if (!this.#loaded) this.#fatalError = message.error;
      this.#resolve?.({ ok: false, timedOut: false, error: message.error });
    }
  }

  #fail(error: FunctionError): void {
    this.#fatalError ??= error;
    this.#resolve?.({ ok: false, timedOut: false, error: this.#fatalError });
  }
}
