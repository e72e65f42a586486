import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { LocalCloudOptions } from '../../infra/local/cloud.ts';
import { findFreePort } from '../../infra/local/process/ports.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';

const execFileAsync = promisify(execFile);

/** Delays between a provider's attempts to deliver an event. Short, because the cloud is killed within seconds. */
const RETRY_DELAYS_MS = Array.from({ length: 100 }, () => 300);

/** Raises the conduct limits, because a simulated member does in a minute what a real member does in a day. */
export const UNLIMITED_CONDUCT = { conductLimitPercent: '100000' };

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
    const cloud = new KillableCloud(directory, await findFreePort(), assembly);
    await cloud.restart();
    return cloud;
  }

  /** The configuration that pages load from the running cloud. */
  get config(): RuntimeConfig {
    if (!this.#config) throw new Error('The cloud has not started.');
    return this.#config;
  }

  /** Starts the cloud with the state in its directory. */
  async restart(): Promise<void> {
    const options: LocalCloudOptions = {
      directory: this.#directory,
      port: this.#port,
      seed: false,
      web: false,
      context: UNLIMITED_CONDUCT,
      assembly: this.#assembly,
      providerTimings: { retryDelaysMs: RETRY_DELAYS_MS },
    };
    const script = join(import.meta.dirname, 'cloud-process.ts');
    const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'] });

    this.#child = child;
    const lines = createInterface({ input: child.stdout! });
    const [lineOrExitCode] = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
    if (typeof lineOrExitCode !== 'string') {
      throw new Error(`The cloud ended with code ${lineOrExitCode} while it started.`);
    }

    this.#config = JSON.parse(lineOrExitCode);
    // The first start has synthesized the template into this folder. Later starts use it.
    this.#assembly ??= join(this.#directory, 'assembly');
  }

  /** Kills the cloud, which also ends its database. Resolves when both have ended. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
    while (this.#findDatabasePids().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Kills the database. The cloud continues without it. */
  killDatabase(): void {
    const [pid] = this.#findDatabasePids();
    if (pid === undefined) throw new Error('The database process was not found.');
    process.kill(pid, 'SIGKILL');
  }

  /** Runs `verify-table` on the running cloud. Returns the violations, one line each. */
  async verifyTable(): Promise<string[]> {
    const workFile = join(this.#directory, 'verify.sqlite');
    const args = ['bin/verify-table.ts', '--local', this.#directory, '--work-file', workFile];
    // If the command finds violations, it exits with an error, which has its output, too.
    const { stdout = '' } = await execFileAsync(process.execPath, args).catch((error) => error);

    // A complete run ends with a table of all invariants, such as this one.
    if (!stdout.includes('histogram-markers')) throw new Error(`verify-table did not complete: ${stdout}`);
    return stdout.split('\n').filter((line: string) => line.includes(': expected '));
  }

  /** Stops the cloud, so that all its state is on disk. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Sends a signal to the cloud, and waits until it has ended. */
  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;

    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  /**
   * Returns the process IDs of this cloud's database: the processes with the cloud's directory in their arguments,
   * without the shell that supervises the database.
   */
  #findDatabasePids(): number[] {
    const folder = join(this.#directory, 'dynamodb');
    const processes = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    return processes
      .filter((line) => line.includes(folder) && !line.includes('supervisor'))
      .map((line) => Number.parseInt(line, 10));
  }
}
