/**
 * Tests the order of a local payment provider's effects. A response or an event must not leave before the account is
 * on disk. Otherwise, a killed provider loses a payment that the product has already credited.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import type { HttpResponse } from '../http/http-server.ts';
import { LocalProvider } from './local-provider.ts';
import { ProviderFaults, WebhookEvents } from './webhook-events.ts';

/** A fake provider that emits an event for each request. */
class TestProvider extends LocalProvider {
  readonly #webhook: WebhookEvents;

  constructor(webhook: WebhookEvents, flush: () => Promise<void>) {
    super({ store: { flush }, webhook });
    this.#webhook = webhook;
  }

  protected override handle(): HttpResponse {
    this.#webhook.add({ id: 'evt_1', type: 'paid', objectId: 'pi_1', body: '{}' });
    return { status: 200 };
  }

  protected override buildUnknownEventError(): Error {
    return new Error('Unknown event.');
  }
}

/**
 * Starts a provider whose account is on disk once `markStored` is called. `effects` lists in
 * order what has happened: `stored`, and `event` for each event that the endpoint receives.
 */
async function startProvider() {
  const effects: string[] = [];
  const endpoint = createServer((_, response) => {
    effects.push('event');
    response.end();
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));

  const { promise: accountStored, resolve: resolveStored } = Promise.withResolvers<void>();
  const markStored = () => {
    effects.push('stored');
    resolveStored();
  };
  const webhook = new WebhookEvents({
    store: { events: [], save: () => {}, flush: () => accountStored },
    url: () => `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`,
    headers: () => ({}),
    retryDelaysMs: [],
    faults: new ProviderFaults(),
  });
  const provider = await new TestProvider(webhook, () => accountStored).start();

  return { provider, endpoint, effects, markStored };
}

it('sends responses and events only after the account is on disk', async () => {
  const { provider, endpoint, effects, markStored } = await startProvider();
  const response = fetch(provider.origin, { method: 'POST' }).then(() => effects.push('response'));
  await expect.poll(() => provider.events).toHaveLength(1);

  // Long enough for a response or an event, if they didn't wait.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(effects).toEqual([]);

  markStored();
  await response;
  await provider.waitUntilIdle();

  expect(effects[0]).toBe('stored');
  expect(effects.toSorted()).toEqual(['event', 'response', 'stored']);

  await provider.close();
  endpoint.close();
});
