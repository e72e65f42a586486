import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { askUndisturbed, holding } from './held-queries.ts';

function deferred<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const change = (client: QueryClient, mutationFn: () => Promise<unknown>) =>
  client.getMutationCache().build(client, { mutationFn }).execute(undefined);

it('finds every query whose key names all of what is looked for', () => {
  const client = new QueryClient();
  client.setQueryData(['posts', 'feed'], 1);
  client.setQueryData(['dashboard', 'posts', 'files'], 2);
  client.setQueryData(['files', 'list'], 3);
  const found = (...parts: string[]) => client.getQueriesData(holding(...parts)).map(([, data]) => data);
  expect(found('posts')).toEqual([1, 2]);
  expect(found('files')).toEqual([2, 3]);
  expect(found('files', 'posts')).toEqual([2]);
});

it('takes the first answer when nothing happens meanwhile', async () => {
  const ask = vi.fn(async () => 'answer');
  expect(await askUndisturbed(new QueryClient(), ask)).toBe('answer');
  expect(ask).toHaveBeenCalledOnce();
});

it('asks again when something was changed while it waited', async () => {
  const client = new QueryClient();
  const answers = ['before the like', 'after the like'];
  const ask = vi.fn(async () => {
    if (answers.length === 2) await change(client, async () => {});
    return answers.shift();
  });
  expect(await askUndisturbed(client, ask)).toBe('after the like');
});

it('asks again when a change was under way as it began', async () => {
  const client = new QueryClient();
  const like = deferred<void>();
  const changed = change(client, () => like.promise);
  const ask = vi.fn(async () => {
    like.resolve();
    await changed;
    return ask.mock.calls.length;
  });
  expect(await askUndisturbed(client, ask)).toBe(2);
});

it('does not ask for ever', async () => {
  const client = new QueryClient();
  void change(client, () => new Promise(() => {}));
  const ask = vi.fn(async () => 'answer');
  expect(await askUndisturbed(client, ask)).toBe('answer');
  expect(ask).toHaveBeenCalledTimes(3);
});
