import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { transformSync } from 'esbuild';
import type { FunctionDefinition } from '../template/function-definition.ts';
import type { FunctionError, InvocationMessage, WorkerMessage, WorkerSettings } from './worker.ts';

/** What became of one invocation. */
export type Outcome =
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly timedOut: boolean; readonly error: FunctionError };

/** Lambda gives a function ten seconds to load before it counts. */
const LOAD_LIMIT_MS = 10_000;

let workerCode: URL | undefined;

/**
 * The thread's code without its types. Node can strip them itself, but each thread would then load the compiler:
 * measured at 40 ms and 11 MB a thread.
 */
function workerUrl(): URL {
  if (!workerCode) {
    const source = readFileSync(new URL('./worker.ts', import.meta.url), 'utf8');
    const { code } = transformSync(source, { loader: 'ts', format: 'esm', target: 'node24' });
    // The name is what stack traces show in place of the whole address.
    workerCode = new URL(`data:text/javascript,${encodeURIComponent(`${code}\n//# sourceURL=lambda-worker.js`)}`);
  }
  return workerCode;
}

/** One execution environment of a function: a thread that runs one event at a time. */
export class Sandbox {
  readonly #definition: FunctionDefinition;
  readonly #worker: Worker;
  #loaded = false;
  #settle: ((outcome: Outcome) => void) | undefined;
  #onLoaded: (() => void) | undefined;
  #dead: FunctionError | undefined;

  constructor(definition: FunctionDefinition, log: (text: string) => void) {
    this.#definition = definition;
    const settings: WorkerSettings = {
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
    this.#worker = new Worker(workerUrl(), {
      workerData: settings,
      env: { ...definition.environment },
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: definition.memoryMb },
    });
    this.#worker.stdout.on('data', (chunk: Buffer) => log(chunk.toString()));
    this.#worker.stderr.on('data', (chunk: Buffer) => log(chunk.toString()));
    this.#worker.on('message', (message: WorkerMessage) => this.#receive(message));
    this.#worker.on('error', (error: unknown) => {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      log(`${stack}\n`);
      this.#die({ errorType: name, errorMessage: message });
    });
    this.#worker.on('exit', (code) =>
      this.#die({ errorType: 'Runtime.ExitError', errorMessage: `Error: Runtime exited with code ${code}` }),
    );
  }

  /** Whether it can take further events. */
  get alive(): boolean {
    return this.#dead === undefined;
  }

  /** Runs one event. It never rejects: what goes wrong in the function is an outcome. */
  async invoke(payload: string, requestId: string): Promise<Outcome> {
    if (this.#dead) return { ok: false, timedOut: false, error: this.#dead };
    let timer: NodeJS.Timeout | undefined;
    const outcome = await new Promise<Outcome>((resolve) => {
      this.#settle = resolve;
      const giveUpAfter = (limit: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          const seconds = (limit / 1000).toFixed(2);
          this.#dead = {
            errorType: 'Sandbox.Timedout',
            errorMessage: `RequestId: ${requestId} Error: Task timed out after ${seconds} seconds`,
          };
          resolve({ ok: false, timedOut: true, error: this.#dead });
        }, limit);
      };
      const start = () => {
        const limit = this.#definition.timeoutSeconds * 1000;
        giveUpAfter(limit);
        const message: InvocationMessage = { payload, requestId, deadline: Date.now() + limit };
        this.#worker.postMessage(message);
      };
      if (this.#loaded) return start();
      this.#onLoaded = start;
      giveUpAfter(LOAD_LIMIT_MS);
    });
    clearTimeout(timer);
    this.#settle = undefined;
    this.#onLoaded = undefined;
    if (this.#dead) void this.#worker.terminate();
    return outcome;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    this.#dead ??= { errorType: 'Runtime.Stopped', errorMessage: 'The local cloud has stopped.' };
    await this.#worker.terminate();
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'ready') {
      this.#loaded = true;
      this.#onLoaded?.();
    } else if (message.kind === 'result') {
      this.#settle?.({ ok: true, payload: message.payload });
    } else {
      // A function that could not be loaded would not do better with the next event.
      if (!this.#loaded) this.#dead = message.error;
      this.#settle?.({ ok: false, timedOut: false, error: message.error });
    }
  }

  #die(error: FunctionError): void {
    this.#dead ??= error;
    this.#settle?.({ ok: false, timedOut: false, error: this.#dead });
  }
}
