import { expect, it, vi } from 'vitest';
import * as z from 'zod';
import { endpoints } from './endpoint.ts';

it('builds only the endpoints that are used, each once', () => {
  const define = (path: `/${string}`) =>
    vi.fn(() => ({
      method: 'GET' as const,
      path,
      access: 'member' as const,
      resource: 'self' as const,
      summary: 'Get pearls.',
      response: z.object({}),
      errors: [],
    }));

  const [listPearls, getPearl] = [define('/pearls'), define('/pearls/one')];

  const pearls = endpoints('pearls', { listPearls, getPearl });

  expect([listPearls.mock.calls.length, getPearl.mock.calls.length]).toEqual([0, 0]);
  expect(pearls.getPearl).toMatchObject({ capability: 'pearls', key: 'getPearl', name: 'pearls-get-pearl' });
  expect(pearls.getPearl).toBe(pearls.getPearl);
  expect([listPearls.mock.calls.length, getPearl.mock.calls.length]).toEqual([0, 1]);
  expect(Object.values(pearls).map(({ path }) => path)).toEqual(['/pearls', '/pearls/one']);
});
