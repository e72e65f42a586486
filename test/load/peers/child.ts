import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Time in which a program must accept connections, in milliseconds. */
const START_TIMEOUT_MS = 120_000;

/** Number of characters of a program's output that are kept. */
const KEPT_OUTPUT_CHARACTERS = 4000;

/** A local port, or the path of a Unix socket. */
type Address = { port: number } | { path: string };

/** A program that runs until it is closed. */
export interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** Returns the end of the program's output. */
  readOutput(): string;
  /** Throws an error with the program's output if the program has ended. */
  throwIfEnded(): void;
  /** Interrupts the program, and waits until it has ended. */
  close(): Promise<void>;
}

/** Starts a program. Keeps the end of its output for errors. */
export function startChild(command: string, args: readonly string[], options: SpawnOptions): Child {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  const append = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT_CHARACTERS);
  };

  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  child.on('error', (error) => {
    output += error.message;
  });
  // Otherwise, the program would keep running if this process ends early.
  process.on('exit', () => child.kill());

  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;

  return {
    process: child,
    pid: child.pid ?? 0,
    readOutput: () => output.trim(),
    throwIfEnded() {
      if (hasEnded()) throw new Error(`${command} ${args.join(' ')} has ended. ${output.trim()}`);
    },
    async close() {
      if (hasEnded()) return;
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

/**
 * Runs a program to its end.
 *
 * @throws Error with the program's output if its exit code isn't 0
 */
export async function runProgram(command: string, args: readonly string[], options: SpawnOptions): Promise<void> {
  const child = startChild(command, args, options);
  if (child.process.exitCode === null) await once(child.process, 'exit');
  if (child.process.exitCode !== 0) child.throwIfEnded();
}

/**
 * Waits until a program accepts connections at a port or a Unix socket.
 *
 * @throws Error if the program ends, or doesn't accept connections in time
 */
export async function waitUntilOpen(child: Child, address: Address): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await acceptsConnections(address))) {
    child.throwIfEnded();
    if (Date.now() > deadline) throw new Error(`No connection to ${JSON.stringify(address)}.`);
    await pause(100);
  }
}

/** Returns whether a program accepts connections at an address now. */
function acceptsConnections(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', ...address });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
