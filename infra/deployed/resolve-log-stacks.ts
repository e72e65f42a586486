import type { DeployedCode } from './deployed-code.ts';
import { resolveStackTrace } from './resolve-stack.ts';

/** A line of a function's log. */
export interface LogLine {
  readonly message: string;
  /** The log group's name, without the account. */
  readonly logGroup: string;
  /** The log stream's name, with the function's version in brackets: `2026/11/21/[$LATEST]0123abc`. */
  readonly logStream: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/**
 * Creates a function that returns a log line's message, with positions in the sources instead of the minified bundles.
 *
 * Returns messages of code that is no longer deployed unchanged, and all messages if the source maps can't be loaded.
 *
 * @param warn - prints a warning; called once per cause
 */
export function createStackTraceResolver(code: DeployedCode, warn: (text: string) => void) {
  const warnings = new Set<string>();
  const warnOnce = (text: string) => {
    if (!warnings.has(text)) warn(text);
    warnings.add(text);
  };

  return async ({ message, logGroup, logStream, time }: LogLine): Promise<string> => {
    if (!message.includes('/var/task/')) return message;

    try {
      const fn = await code.findByLogGroup(logGroup);
      if (!fn?.FunctionName) return message;

      const [, version = '$LATEST'] = /\[([^\]]+)\]/.exec(logStream) ?? [];
      // A published version never changes. `$LATEST` is the code of the last deployment.
      if (version === '$LATEST' && time < Date.parse(fn.LastModified ?? '')) {
        warnOnce(`Stacks of ${fn.FunctionName} before ${fn.LastModified} are of earlier code (docs/operating.md).`);
        return message;
      }
      return resolveStackTrace(message, await code.loadSourceMaps(fn.FunctionName, version));
    } catch (error) {
      warnOnce(`Stacks stay minified: ${(error as Error).message}`);
      return message;
    }
  };
}
