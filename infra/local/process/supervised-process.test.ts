/** Tests of a child process that never outlives its parent, such as the database of a local cloud. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { SupervisedProcess } from './supervised-process.ts';

/** Arguments for Node.js. The program prints its process ID and never ends. */
const PROGRAM_ARGUMENTS = ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)'];

/** Returns whether a process exists. Sends it the signal 0, which only checks. */
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('SupervisedProcess', () => {
  it('runs a program until it is closed', async () => {
    const exits: string[] = [];
    const program = new SupervisedProcess(process.execPath, PROGRAM_ARGUMENTS, (output) => exits.push(output));
    await expect.poll(() => program.output).toMatch(/^\d+$/);

    const pid = Number(program.output);
    await program.close();

    expect(program.isRunning).toBe(false);
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(exits).toEqual([]);
  });

  it('reports the output of a program that ends by itself', async () => {
    const output = await new Promise<string>((resolve) => {
      new SupervisedProcess(process.execPath, ['-e', 'console.error("no disk"); process.exit(2)'], resolve);
    });
    expect(output).toBe('no disk');
  });

  it('ends when its parent process is killed', async () => {
    const module = JSON.stringify(new URL('./supervised-process.ts', import.meta.url).href);
    const script = `import { SupervisedProcess } from ${module};
      const program = new SupervisedProcess(process.execPath, ${JSON.stringify(PROGRAM_ARGUMENTS)}, () => {});
      setInterval(() => { if (program.output) process.stdout.write(program.output); }, 20);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const [output] = await once(parent.stdout, 'data');
    const pid = Number.parseInt(String(output), 10);

    expect(isRunning(pid)).toBe(true);

    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});
