import { fork } from 'node:child_process';

type Answer<O> = { readonly output: O } | { readonly error: string };

/**
 * Runs one piece of work in a process of its own. Bundlers and the CDK take hundreds of megabytes, and only the end
 * of a process gives them all back.
 *
 * @param module its whole content is a call of {@link answerParent}.
 * @throws Error with the message of what went wrong there.
 */
export async function runTask<O>(module: URL, input: unknown, environment: Record<string, string>): Promise<O> {
  const child = fork(module, {
    env: { ...process.env, ...environment },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let printed = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-4000);
  });
  const answer = await new Promise<Answer<O>>((resolve) => {
    child.once('message', (message) => resolve(message as Answer<O>));
    child.once('error', (error) => resolve({ error: error.message }));
    child.once('exit', (code) => resolve({ error: `It ended with code ${code}. ${printed}` }));
    child.send(input as object);
  });
  if ('error' in answer) throw new Error(answer.error);
  return answer.output;
}

/** In the process that {@link runTask} started: does the work, and ends with the parent if that ends first. */
export function answerParent<I, O>(work: (input: I) => O | Promise<O>): void {
  process.once('disconnect', () => process.exit());
  process.once('message', async (input: I) => {
    const answer: Answer<O> = await Promise.resolve(input)
      .then(work)
      .then((output) => ({ output }))
      .catch((error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }));
    process.send?.(answer, () => process.exit());
  });
}
