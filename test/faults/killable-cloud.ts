import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { LocalCloudOptions } from '../../infra/local/cloud.ts';
import { freePort } from '../../infra/local/process/ports.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';

const run = promisify(execFile);

/** Waits between a local provider's attempts to deliver an event. Short, because the cloud is killed within seconds. */
const RETRY_DELAYS_MS = Array.from({ length: 100 }, () => 300);

/** Raises the limits of members, because a member of the load does in a minute what others do in a day. */
export const KILLABLE_CONTEXT = { conductLimitPercent: '100000' };

/** A local cloud in its own process, with its state in one directory. */
export class KillableCloud {
  readonly #directory: string;
  readonly #port: number;
  #assembly: string | undefined;
  #child: ChildProcess | undefined;
  #config: RuntimeConfig | undefined;

  private constructor(directory: string, port: number, assembly: string | undefined) {
    this.#directory = directory;
    this.#port = port;
    this.#assembly = assembly;
  }

  /** Starts a cloud. Synthesizes its template unless an assembly is given. */
  static async start(directory: string, assembly?: string): Promise<KillableCloud> {
    const cloud = new KillableCloud(directory, await freePort(), assembly);
    await cloud.restart();
    return cloud;
  }

  get config(): RuntimeConfig {
    if (!this.#config) throw new Error('The cloud has not started.');
    return this.#config;
  }

  /** Starts the cloud on its state. */
  async restart(): Promise<void> {
    const options: LocalCloudOptions = {
      directory: this.#directory,
      port: this.#port,
      seed: false,
      web: false,
      context: KILLABLE_CONTEXT,
      assembly: this.#assembly,
      providerTimings: { retryDelaysMs: RETRY_DELAYS_MS },
    };
    const script = join(import.meta.dirname, 'cloud-process.ts');
    const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'] });

    this.#child = child;
    const lines = createInterface({ input: child.stdout! });
    const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
    if (typeof line !== 'string') throw new Error(`The cloud ended with code ${line} while it started.`);

    this.#config = JSON.parse(line);
    this.#assembly ??= join(this.#directory, 'assembly');
  }

  /** Kills the cloud, which also ends its database. Resolves when both have ended. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
    while (this.#findDatabases().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Kills the database. The cloud continues without it. */
  killDatabase(): void {
    const [pid] = this.#findDatabases();
    if (pid === undefined) throw new Error('The database process was not found.');
    process.kill(pid, 'SIGKILL');
  }

  /** Runs `verify-table` on the running cloud. Returns the violations, one line each. */
  async verifyTable(): Promise<string[]> {
    const workFile = join(this.#directory, 'verify.sqlite');
    const args = ['bin/verify-table.ts', '--local', this.#directory, '--work-file', workFile];
    // The command exits with an error if it finds violations, and prints a summary otherwise.
    const { stdout = '' } = await run(process.execPath, args).catch((error) => error);
    if (!stdout.includes('histogram-markers')) throw new Error(`verify-table did not complete: ${stdout}`);
    return stdout.split('\n').filter((line: string) => line.includes(': expected '));
  }

  /** Stops the cloud, so that all its state is on disk. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  /** Returns the process of this cloud's database: the one whose arguments contain its directory, except its shell. */
  #findDatabases(): number[] {
    const folder = join(this.#directory, 'dynamodb');
    const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    return processes
      .filter((line) => line.includes(folder) && !line.includes('supervisor'))
      .map((line) => Number.parseInt(line, 10));
  }
}
