import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Runs the command given as arguments, and ends it as soon as standard input closes. The parent holds the other end
 * of that pipe, and the kernel closes it even when the parent is killed: no child outlives its cloud.
 */
const SUPERVISOR = `
exec 3<&0
"$@" <&- 3<&- &
child=$!
(cat <&3 >/dev/null; kill -9 "$child" 2>/dev/null) &
exec 3<&-
wait "$child"
`;

/** A program that runs as long as the local cloud does. */
export class Supervised {
  readonly #process: ChildProcess;
  readonly #exited: Promise<void>;
  #output = '';
  #running = true;
  #closing = false;

  /** @param onExit is told when the program ends without having been asked to. */
  constructor(command: string, args: readonly string[], onExit: (output: string) => void, cwd?: string) {
    this.#process = spawn('/bin/sh', ['-c', SUPERVISOR, 'supervisor', command, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      cwd,
    });
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-4000);
    };
    this.#process.stdout?.on('data', keep);
    this.#process.stderr?.on('data', keep);
    this.#process.stdin?.on('error', () => {});
    this.#exited = new Promise((resolve) => {
      const ended = () => {
        this.#running = false;
        this.#process.stdin?.destroy();
        if (!this.#closing) onExit(this.#output.trim());
        resolve();
      };
      this.#process.once('exit', ended);
      this.#process.once('error', ended);
    });
  }

  get running(): boolean {
    return this.#running;
  }

  /** What it printed last. */
  get output(): string {
    return this.#output.trim();
  }

  /** Ends the program. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#process.stdin?.destroy();
    await this.#exited;
  }
}
