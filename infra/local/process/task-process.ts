import { fork } from 'node:child_process';

/** Maximum error output kept; the oldest characters are dropped. */
const MAX_ERROR_CHARACTERS = 4000;

type TaskResult<O> = { readonly output: O } | { readonly error: string };

/**
 * Runs a task in a new process. Bundlers and the CDK use hundreds of megabytes that only the end of a process frees.
 *
 * @param module a module that only calls {@link handleTask}.
 * @param environment all environment variables of the process.
 * @throws Error with the message of the task's error.
 */
export async function runTask<O>(
  module: URL,
  input: unknown,
  environment: Readonly<Record<string, string>>,
): Promise<O> {
  const child = fork(module, {
    env: environment,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errorOutput = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-MAX_ERROR_CHARACTERS);
  });

  const result = await new Promise<TaskResult<O>>((resolve) => {
    child.once('message', (message) => resolve(message as TaskResult<O>));
    child.once('error', (error) => resolve({ error: error.message }));
    child.once('exit', (code) => resolve({ error: `The process ended with code ${code}. ${errorOutput}` }));
    child.send(input as object);
  });

  if ('error' in result) throw new Error(result.error);
  return result.output;
}

/** Runs a task in the process that {@link runTask} started. Exits afterwards, or when the parent ends. */
export function handleTask<I, O>(task: (input: I) => O | Promise<O>): void {
  process.once('disconnect', () => process.exit());
  process.once('message', async (input: I) => {
    const result: TaskResult<O> = await Promise.resolve(input)
      .then(task)
      .then((output) => ({ output }))
      .catch((error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }));
    process.send?.(result, () => process.exit());
  });
}
