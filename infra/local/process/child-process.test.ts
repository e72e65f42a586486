import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Supervised } from './child-process.ts';

/** Prints its process id, and would run for ever. */
const PROGRAM = ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)'];

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('Supervised', () => {
  it('runs a program until it is closed', async () => {
    const exits: string[] = [];
    const program = new Supervised(process.execPath, PROGRAM, (output) => exits.push(output));
    await expect.poll(() => program.output).toMatch(/^\d+$/);
    const pid = Number(program.output);
    await program.close();
    expect(program.running).toBe(false);
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(exits).toEqual([]);
  });

  it('tells when a program ends by itself, and what it said', async () => {
    const said = await new Promise<string>((resolve) => {
      new Supervised(process.execPath, ['-e', 'console.error("no disk"); process.exit(2)'], resolve);
    });
    expect(said).toBe('no disk');
  });

  it('lets no program outlive a parent that is killed', async () => {
    const script = `import { Supervised } from ${JSON.stringify(new URL('./child-process.ts', import.meta.url).href)};
      const program = new Supervised(process.execPath, ${JSON.stringify(PROGRAM)}, () => {});
      setInterval(() => { if (program.output) process.stdout.write(program.output); }, 20);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script]);
    const [printed] = await once(parent.stdout, 'data');
    const pid = Number.parseInt(String(printed), 10);
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
  });
});
