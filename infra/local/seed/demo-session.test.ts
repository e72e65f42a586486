import { describe, expect, it } from 'vitest';
import { KeyedQueue } from './demo-session.ts';

describe('KeyedQueue', () => {
  it('runs tasks with the same key in sequence and others concurrently', async () => {
    const queue = new KeyedQueue();
    const events: string[] = [];
    let finish = () => {};
    const first = queue.run('a', () => new Promise<void>((resolve) => (finish = resolve)));
    const second = queue.run('a', async () => void events.push('second'));
    await queue.run('b', async () => void events.push('other'));
    expect(events).toEqual(['other']);
    finish();
    await Promise.all([first, second]);
    expect(events).toEqual(['other', 'second']);
  });

  it('runs the next task after an error', async () => {
    const queue = new KeyedQueue();
    const failing = queue.run('a', async () => {
      throw new Error('no');
    });
    const next = queue.run('a', async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
