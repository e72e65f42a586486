import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Shell script that runs a command and kills it when standard input closes. The kernel closes that pipe even if the
 * parent is killed, so no child outlives its cloud. File descriptor 3 is a copy of standard input, which the shell
 * replaces in background commands.
 */
const SUPERVISOR = `
exec 3<&0
"$@" <&- 3<&- &
child=$!
(cat <&3 >/dev/null; kill -9 "$child" 2>/dev/null) &
exec 3<&-
wait "$child"
`;

/** Maximum output kept; the oldest characters are dropped. */
const MAX_OUTPUT_CHARACTERS = 4000;

/** A program that runs until it is closed or its parent process ends. */
export class SupervisedProcess {
  readonly #process: ChildProcess;
  readonly #exit: Promise<void>;
  #output = '';
  #isRunning = true;
  #isClosing = false;

  /** @param onExit receives the last output if the program ends before it is closed. */
  constructor(command: string, args: readonly string[], onExit: (output: string) => void, cwd?: string) {
    this.#process = spawn('/bin/sh', ['-c', SUPERVISOR, 'supervisor', command, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      cwd,
      // Its own process group, because Ctrl-C signals the whole group of the terminal. The program must outlive the
      // functions that use it, until `close`.
      detached: true,
    });

    const append = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-MAX_OUTPUT_CHARACTERS);
    };
    this.#process.stdout?.on('data', append);
    this.#process.stderr?.on('data', append);
    this.#process.stdin?.on('error', () => {});

    this.#exit = new Promise((resolve) => {
      const onEnd = () => {
        this.#isRunning = false;
        this.#process.stdin?.destroy();
        if (!this.#isClosing) onExit(this.#output.trim());
        resolve();
      };
      this.#process.once('exit', onEnd);
      this.#process.once('error', onEnd);
    });
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** The last 4,000 characters that the program printed. */
  get output(): string {
    return this.#output.trim();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#process.stdin?.destroy();
    await this.#exit;
  }
}
