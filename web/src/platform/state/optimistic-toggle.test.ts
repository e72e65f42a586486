/**
 * Tests of buttons such as Like, which show the new state before the server confirms it. Clicks can be faster than
 * responses.
 */
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { optimisticToggle } from './optimistic-toggle.ts';

/** The server's state of the item. */
interface ServerState {
  isOn: boolean;
}

/** Builds a button on a screen, and a server whose responses the test releases one by one. */
function buildButton(client: QueryClient, name = 'like', server: ServerState = { isOn: false }) {
  const screen = { isOn: server.isOn, error: undefined as Error | undefined };
  const waitingRequests: { wanted: boolean; resolve: (isOn: boolean) => void; reject: (error: Error) => void }[] = [];
  const show = (isOn: boolean) => {
    screen.isOn = isOn;
  };

  const options = {
    client,
    mutationKey: [name],
    send: (wanted: boolean) =>
      new Promise<boolean>((resolve, reject) => {
        waitingRequests.push({ wanted, resolve, reject });
      }),
    readState: () => screen.isOn,
    applyOptimistic: show,
    stateFrom: (isOn: boolean) => isOn,
    applyResult: show,
    rollBack: show,
    onError: (error: Error | undefined) => {
      screen.error = error;
    },
  };

  /** Toggles the state on the screen. */
  const click = (changes: Partial<typeof options> = {}) => {
    const stateBefore = screen.isOn;
    const toggle = { ...options, ...changes, readState: () => stateBefore };
    return new MutationObserver(client, optimisticToggle<boolean, boolean>(toggle))
      .mutate(!screen.isOn)
      .catch(() => {});
  };

  /** Releases the response to the oldest request: success, or an error that leaves the server's state. */
  const respond = async (error?: Error) => {
    const request = waitingRequests.shift();
    if (!request) return;
    if (error) request.reject(error);
    else {
      server.isOn = request.wanted;
      request.resolve(server.isOn);
    }
    await settle();
  };

  return { click, respond, screen, server, waitingRequests };
}

/** Lets the query library run its pending steps. */
const settle = () => new Promise((resolve) => setTimeout(resolve));
const busyError = new Error('busy');

describe('optimisticToggle', () => {
  it('sends one request at a time, and ignores the result of an earlier click', async () => {
    const { click, respond, screen, waitingRequests } = buildButton(new QueryClient());
    void click();
    await settle();
    void click();
    await settle();

    expect(waitingRequests).toHaveLength(1);
    expect(screen.isOn).toBe(false);

    await respond();
    // The first request liked the item. The second click is newer.
    expect(screen.isOn).toBe(false);

    await respond();
    expect(screen.isOn).toBe(false);
  });

  it('ignores the error of an earlier click', async () => {
    const { click, respond, screen } = buildButton(new QueryClient());
    void click();
    await settle();
    void click();
    await settle();
    await respond(busyError);

    expect(screen).toEqual({ isOn: false, error: undefined });
  });

  it('clears the error of the last attempt when a new one starts', async () => {
    const { click, respond, screen } = buildButton(new QueryClient());
    void click();
    await settle();
    await respond(busyError);

    expect(screen).toEqual({ isOn: false, error: busyError });

    void click();
    await settle();
    expect(screen).toEqual({ isOn: true, error: undefined });
  });

  it('rolls back to the state shown before the click, not to the result of an earlier click', async () => {
    const { click, respond, screen } = buildButton(new QueryClient());
    void click();
    await settle();
    await respond();

    // The member unlikes it in another tab.
    screen.isOn = false;
    void click();
    await settle();
    await respond(busyError);

    expect(screen.isOn).toBe(false);
  });

  it('toggles different items in parallel', async () => {
    const client = new QueryClient();
    const firstButton = buildButton(client, 'one');
    const secondButton = buildButton(client, 'other');
    void firstButton.click();
    void secondButton.click();
    await settle();

    expect([firstButton.waitingRequests.length, secondButton.waitingRequests.length]).toEqual([1, 1]);

    firstButton.screen.isOn = false;
    await firstButton.respond();
    expect(firstButton.screen.isOn).toBe(true);

    await secondButton.respond(busyError);
    expect(secondButton.screen).toEqual({ isOn: false, error: busyError });
  });

  it('reports an error that applyOptimistic throws', async () => {
    const { click, screen } = buildButton(new QueryClient());
    await click({
      applyOptimistic: () => {
        throw busyError;
      },
    });

    expect(screen.error).toBe(busyError);
  });

  it("shows the server's state after all responses, for any order of clicks, responses, and failures", async () => {
    const step = fc.constantFrom('click', 'respond', 'fail');

    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, isOn) => {
        const { click, respond, screen, server, waitingRequests } = buildButton(new QueryClient(), 'like', { isOn });
        for (const nextStep of steps) {
          if (nextStep === 'click') void click();
          else await respond(nextStep === 'fail' ? busyError : undefined);
          await settle();
        }

        // The last click wins if its request succeeds.
        const isShownOn = screen.isOn;
        const hasPendingClick = waitingRequests.length > 0;
        while (waitingRequests.length > 0) await respond();

        expect(screen.isOn).toBe(server.isOn);
        if (hasPendingClick) expect(screen.isOn).toBe(isShownOn);
      }),
      { numRuns: 60 },
    );
  });
});
