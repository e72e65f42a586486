/** Tests of a child process that never outlives its parent, such as the database of a local cloud. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { SupervisedProcess } from './supervised-process.ts';

/** Arguments for Node.js. The program prints its process ID. Like dynoxide, it ends only when it receives SIGINT. */
const PROGRAM_ARGUMENTS = [
  '-e',
  "console.log(process.pid); process.on('SIGINT', () => process.exit()); setInterval(() => {}, 1000)",
];

/** Returns whether a process exists. Sends it the signal 0, which only checks. */
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Starts a process, the leader of its process group, which runs a program and prints the program's ID. */
async function spawnParent(onInterrupt = '') {
  const module = JSON.stringify(new URL('./supervised-process.ts', import.meta.url).href);
  const script = `import { SupervisedProcess } from ${module};
    ${onInterrupt}
    const program = new SupervisedProcess(process.execPath, ${JSON.stringify(PROGRAM_ARGUMENTS)}, () => {
      console.log('program has ended');
    });
    const timer = setInterval(() => {
      if (!program.output) return;
      console.log(program.output);
      clearInterval(timer);
    }, 20);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { detached: true });

  const [output] = await once(parent.stdout, 'data');
  return { parent, pid: Number.parseInt(String(output), 10) };
}

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
    const { parent, pid } = await spawnParent();

    expect(isRunning(pid)).toBe(true);

    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('runs on after Ctrl-C, so that its parent process can close it last', async () => {
    // The wait gives a program that receives the signal the time to end.
    const { parent } = await spawnParent(
      "process.on('SIGINT', () => setTimeout(() => console.log('interrupted'), 300));",
    );

    // A terminal sends the signal of Ctrl-C to its whole process group.
    process.kill(-parent.pid!, 'SIGINT');
    const [output] = await once(parent.stdout, 'data');
    parent.kill('SIGKILL');

    expect(String(output)).toBe('interrupted\n');
  });
});
