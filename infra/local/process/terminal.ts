/** Where the local cloud tells what happens. */
export interface Terminal {
  /** What everybody should see. */
  say(line: string): void;
  /** What went wrong. */
  warn(line: string): void;
  /** What is of interest with `--verbose` only. */
  detail(line: string): void;
}

/** Prints on standard output and standard error. */
export function consoleTerminal({ verbose = false } = {}): Terminal {
  return {
    say: (line) => console.log(line),
    warn: (line) => console.error(line),
    detail: (line) => {
      if (verbose) console.log(line);
    },
  };
}

/** Prints nothing: for tests. */
export const silentTerminal: Terminal = { say: () => {}, warn: () => {}, detail: () => {} };
