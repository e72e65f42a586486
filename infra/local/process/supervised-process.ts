import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Shell script that runs a command and kills it when standard input closes. The kernel closes that pipe even if the
 * parent is killed, so no child outlives its cloud.
 */
const SUPERVISOR = `
exec 3<&0
"$@" <&- 3<&- &
child=$!
(cat <&3 >/dev/null; kill -9 "$child" 2>/dev/null) &
exec 3<&-
wait "$child"
`;

/** A program that runs until it is closed or its parent process ends. */
export class SupervisedProcess {
  readonly #process: ChildProcess;
  readonly #exited: Promise<void>;
  #output = '';
  #running = true;
  #closing = false;

  /** @param onExit receives the last output if the program ends before it is closed. */
  constructor(command: string, args: readonly string[], onExit: (output: string) => void, cwd?: string) {
    this.#process = spawn('/bin/sh', ['-c', SUPERVISOR, 'supervisor', command, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      cwd,
    });

    const append = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-4000);
    };

    this.#process.stdout?.on('data', append);
    this.#process.stderr?.on('data', append);
    this.#process.stdin?.on('error', () => {});
    this.#exited = new Promise((resolve) => {
      const onEnd = () => {
        this.#running = false;
        this.#process.stdin?.destroy();
        if (!this.#closing) onExit(this.#output.trim());
        resolve();
      };
      this.#process.once('exit', onEnd);
      this.#process.once('error', onEnd);
    });
  }

  get running(): boolean {
    return this.#running;
  }

  /** The last 4,000 characters that the program printed. */
  get output(): string {
    return this.#output.trim();
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#process.stdin?.destroy();
    await this.#exited;
  }
}
