/** Prints the local cloud's progress and problems. */
export interface Terminal {
  /** Prints a line, even without `--verbose`. */
  info(line: string): void;
  /** Prints a problem. */
  warn(line: string): void;
  /** Prints a line only with `--verbose`. */
  detail(line: string): void;
}

/** Returns a terminal that prints to standard output and standard error. */
export function createConsoleTerminal({ verbose = false } = {}): Terminal {
  return {
    info: (line) => console.log(line),
    warn: (line) => console.error(line),
    detail: (line) => {
      if (verbose) console.log(line);
    },
  };
}

/** A terminal for tests, which prints nothing. */
export const silentTerminal: Terminal = { info: () => {}, warn: () => {}, detail: () => {} };
