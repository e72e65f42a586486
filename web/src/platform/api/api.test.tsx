import { expect, it, vi } from 'vitest';
import { CONFIG } from '../../test-support/render-app.tsx';
import { api } from './api.ts';

it("sends requests to the page's own origin, even if the stage has another domain", async () => {
  const fetch = vi.fn(async (request: string | URL | Request, _init?: RequestInit) =>
    Response.json(
      request === '/config.json' ? { ...CONFIG, apiUrl: 'https://new.fathom.example/api' } : { success: true },
    ),
  );
  vi.stubGlobal('fetch', fetch);

  await api.credentials.resendCode({ email: 'ann@fathom.example' });

  expect(fetch.mock.calls.map(([url]) => url)).toContain('/api/credentials/resend-code');
});
