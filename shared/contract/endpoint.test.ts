import { expect, it, vi } from 'vitest';
import * as z from 'zod';
import { endpoints } from './endpoint.ts';

it('builds each endpoint at its first use', () => {
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
  const listPearls = define('/pearls');
  const getPearl = define('/pearls/one');
  const pearls = endpoints('pearls', { listPearls, getPearl });

  expect(listPearls).not.toHaveBeenCalled();
  expect(getPearl).not.toHaveBeenCalled();

  expect(pearls.getPearl).toMatchObject({ capability: 'pearls', key: 'getPearl', name: 'pearls-get-pearl' });
  expect(pearls.getPearl).toBe(pearls.getPearl);
  expect(listPearls).not.toHaveBeenCalled();
  expect(getPearl).toHaveBeenCalledOnce();

  expect(Object.values(pearls).map(({ path }) => path)).toEqual(['/pearls', '/pearls/one']);
});
