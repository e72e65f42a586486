import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Terminal } from '../process/terminal.ts';
import type { FunctionError } from './worker.ts';

/** Maximum lines kept in memory for tests; the oldest are dropped. */
const MAX_LINES = 500;

/** Writes one function's output to a file, and its errors also to the terminal. */
export class FunctionLog {
  readonly path: string;
  readonly #label: string;
  readonly #terminal: Terminal;
  readonly #lines: string[] = [];
  #stream: WriteStream | undefined;
  #partialLine = '';
  #hasReportedSlowLoad = false;

  constructor(directory: string, label: string, terminal: Terminal) {
    this.path = join(directory, `${label}.log`);
    this.#label = label;
    this.#terminal = terminal;
  }

  /** The latest lines, the oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Writes the function's output. Prints its errors on the terminal. */
  write(text: string): void {
    this.#open().write(text);

    const lines = (this.#partialLine + text).split('\n');
    this.#partialLine = lines.pop() ?? '';

    for (const line of lines) {
      this.#lines.push(line);
      const message = parseErrorMessage(line);
      if (message) this.#terminal.warn(`${this.#label} logged an error: ${message} (${this.path})`);
    }
    // A negative count deletes nothing.
    this.#lines.splice(0, this.#lines.length - MAX_LINES);
  }

  /** Logs an invocation that failed. */
  logFailure(requestId: string, { errorType, errorMessage }: FunctionError): void {
    this.#open().write(`${JSON.stringify({ platform: 'failure', requestId, errorType, errorMessage })}\n`);
    this.#terminal.warn(`${this.#label} failed: ${errorType}: ${getFirstLine(errorMessage)} (${this.path})`);
  }

  /** Reports once that the function's module is still loading. */
  reportSlowLoad(seconds: number): void {
    if (this.#hasReportedSlowLoad) return;

    this.#hasReportedSlowLoad = true;
    this.#terminal.warn(`${this.#label} is still loading after ${seconds} s. This machine is busy; waiting.`);
  }

  async close(): Promise<void> {
    const stream = this.#stream;
    if (stream) await new Promise<void>((resolve) => stream.end(resolve));
  }

  #open(): WriteStream {
    if (!this.#stream) {
      mkdirSync(join(this.path, '..'), { recursive: true });
      this.#stream = createWriteStream(this.path, { flags: 'a' });
    }
    return this.#stream;
  }
}

/** Returns the message of a structured ERROR line. The worker's lines have no message: `logFailure` reports them. */
function parseErrorMessage(line: string): string | undefined {
  if (!line.startsWith('{') || !line.includes('"ERROR"')) return undefined;
  try {
    const { level, message } = JSON.parse(line);
    return level === 'ERROR' && typeof message === 'string' ? getFirstLine(message) : undefined;
  } catch {
    return undefined;
  }
}

function getFirstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
