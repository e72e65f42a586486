/** Setup of every attack file: counts all HTTP responses, and fails a test after a server error. */
import { afterAll, afterEach, expect } from 'vitest';
import { counts } from './attack-counts.ts';
import { recordExchange, takeServerErrors } from './server-errors.ts';

/** The original function, which the counting one calls. */
const sendRequest = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const response = await sendRequest(input, init);
  recordExchange({
    method: init?.method ?? 'GET',
    url: input instanceof Request ? input.url : String(input),
    requestBody: String(init?.body ?? ''),
    status: response.status,
    responseBody: response.status >= 500 ? await response.clone().text() : '',
  });
  return response;
};

/** Fails if a response since the last call was a server error. */
const expectNoServerErrors = () => expect(takeServerErrors(), 'server errors').toEqual([]);

afterEach(({ task }) => {
  task.file.meta.attackCounts = counts;
  expectNoServerErrors();
});

// Also checks the requests of the file's own hooks.
afterAll(expectNoServerErrors);
