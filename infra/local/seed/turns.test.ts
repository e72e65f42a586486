import { expect, it } from 'vitest';
import { Turns } from './demo-session.ts';

it('lets work of one kind take turns, and that of another go on beside it', async () => {
  const turns = new Turns();
  const events: string[] = [];
  let finish = () => {};
  const first = turns.take('a', () => new Promise<void>((resolve) => (finish = resolve)));
  const second = turns.take('a', async () => void events.push('second'));
  await turns.take('b', async () => void events.push('other'));
  expect(events).toEqual(['other']);
  finish();
  await Promise.all([first, second]);
  expect(events).toEqual(['other', 'second']);
});

it('gives the turn on when work fails', async () => {
  const turns = new Turns();
  const failing = turns.take('a', async () => {
    throw new Error('no');
  });
  const next = turns.take('a', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
