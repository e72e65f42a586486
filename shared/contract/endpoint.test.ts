import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { endpoints } from './endpoint.ts';

/** Returns a mock function that defines an endpoint with this path. */
const mockDefinition = (path: `/${string}`) =>
  vi.fn(() => ({
    method: 'GET' as const,
    path,
    access: 'member' as const,
    resource: 'self' as const,
    summary: 'Get pearls.',
    response: z.object({}),
    errors: [],
  }));

function createPearls() {
  const listPearls = mockDefinition('/pearls');
  const getPearl = mockDefinition('/pearls/one');
  return { listPearls, getPearl, pearls: endpoints('pearls', { listPearls, getPearl }) };
}

describe('endpoints', () => {
  it('builds each endpoint at its first use', () => {
    const { listPearls, getPearl, pearls } = createPearls();
    expect(listPearls).not.toHaveBeenCalled();
    expect(getPearl).not.toHaveBeenCalled();

    expect(pearls.getPearl).toMatchObject({ capability: 'pearls', key: 'getPearl', name: 'pearls-get-pearl' });
    expect(pearls.getPearl).toBe(pearls.getPearl);
    expect(listPearls).not.toHaveBeenCalled();
    expect(getPearl).toHaveBeenCalledOnce();
  });

  it('lists all endpoints, even those that are not built yet', () => {
    const { pearls } = createPearls();

    expect(Object.values(pearls).map(({ path }) => path)).toEqual(['/pearls', '/pearls/one']);
  });
});
