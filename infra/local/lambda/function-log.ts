import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Terminal } from '../process/terminal.ts';
import type { FunctionError } from './worker.ts';

/** Lines that tests can look at without reading files; older ones are forgotten. */
const REMEMBERED_LINES = 500;

/** Where one function's output goes: a file, and for errors a line on the terminal. */
export class FunctionLog {
  readonly path: string;
  readonly #label: string;
  readonly #terminal: Terminal;
  readonly #lines: string[] = [];
  #stream: WriteStream | undefined;
  #partial = '';

  constructor(directory: string, label: string, terminal: Terminal) {
    this.path = join(directory, `${label}.log`);
    this.#label = label;
    this.#terminal = terminal;
  }

  /** The latest lines. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Appends what the function printed. */
  write(text: string): void {
    this.#open().write(text);
    const lines = (this.#partial + text).split('\n');
    this.#partial = lines.pop() ?? '';
    for (const line of lines) {
      this.#lines.push(line);
      const problem = loggedError(line);
      if (problem) this.#terminal.warn(`${this.#label} logged an error: ${problem} (${this.path})`);
    }
    this.#lines.splice(0, this.#lines.length - REMEMBERED_LINES);
  }

  /** Notes an invocation that failed. */
  failure(requestId: string, { errorType, errorMessage }: FunctionError): void {
    this.#open().write(`${JSON.stringify({ platform: 'failure', requestId, errorType, errorMessage })}\n`);
    this.#terminal.warn(`${this.#label} failed: ${errorType}: ${firstLine(errorMessage)} (${this.path})`);
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

/** The message of a structured log line of level ERROR. The sandbox's own are left out: `failure` tells of them. */
function loggedError(line: string): string | undefined {
  if (!line.startsWith('{') || !line.includes('"ERROR"')) return undefined;
  try {
    const { level, message } = JSON.parse(line);
    return level === 'ERROR' && typeof message === 'string' ? firstLine(message) : undefined;
  } catch {
    return undefined;
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
