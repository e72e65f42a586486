// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CONFIG, renderApp } from '../../test-support/render-app.tsx';

const PROVIDERS = {
  ...CONFIG,
  stripe: { publishableKey: 'pk_test_fathom', scriptUrl: 'about:blank#stripe' },
  paypal: { clientId: 'fathom', sdkBaseUrl: 'about:blank#paypal' },
};

const price = () => document.querySelector('.summary__price dd')?.textContent;
const payButton = () => document.querySelector<HTMLButtonElement>('button[type=submit]');
const choice = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const customDepth = () => screen.getByLabelText<HTMLInputElement>('Or your own depth, in metres');

async function openPayments() {
  const app = renderApp('/payments', { config: PROVIDERS });
  await screen.findByRole('radio', { name: /^100m/ });
  return app;
}

async function typeCustomDepth(user: UserEvent, text: string): Promise<void> {
  await user.clear(customDepth());
  if (text) await user.type(customDepth(), text);
}

describe('payment screen', () => {
  it('shows the benefits, preselects 100 m by card, and updates the price', async () => {
    const { user } = await openPayments();
    for (const name of ['Greater Visibility', 'More Connections', 'Fast Progress']) {
      screen.getByRole('heading', { name });
    }
    expect(choice(/^100m/).checked).toBe(true);
    await waitFor(() => expect(choice(/^Credit Card/).checked).toBe(true));
    expect(screen.getByRole('main').textContent).toContain('Your current depth: 0.00m');
    for (const [name, amount] of [
      [/^100m \$1/, '$1.00'],
      [/^1000m \$10/, '$10.00'],
      [/^10000m \$100/, '$100.00'],
    ] as const) {
      await user.click(choice(name));
      expect(price()).toBe(amount);
      await waitFor(() => expect(payButton()?.textContent).toBe(`Pay ${amount}`));
    }
  });
});

describe('custom depth', () => {
  it.each([
    ['250.5', '$2.51'],
    ['49.5', '$0.50'],
    ['10000', '$100.00'],
  ])('shows the price of %s m: %s', async (text, amount) => {
    const { user } = await openPayments();
    await typeCustomDepth(user, text);
    expect(price()).toBe(amount);
  });

  it.each(['', '-5', '0'])('is ignored if it is "%s"', async (text) => {
    const { user } = await openPayments();
    await user.click(choice(/^1000m/));
    await typeCustomDepth(user, text);
    expect(price()).toBe('$10.00');
    expect(choice(/^1000m/).checked).toBe(true);
    await user.tab();
    expect(customDepth().value).toBe('');
  });

  it.each([
    ['0.25', 'Depth comes in steps of 0.1m. Choose another value.'],
    ['10000.1', 'One purchase lifts you by 10000m at most. Choose less.'],
    ['49.4', 'Card payments start at $0.50. Choose at least 49.5m'],
  ])('rejects %s m with an explanation, without a request', async (text, message) => {
    const { user, api } = await openPayments();
    await waitFor(() => expect(payButton()).not.toBeNull());
    await typeCustomDepth(user, text);
    const error = await screen.findByText((content) => content.startsWith(message));
    expect(error.closest('[role=alert]')).not.toBeNull();
    expect(payButton()?.textContent).toBe('Pay');
    const callsBefore = api.calls.length + api.unexpected.length;
    await user.click(payButton() as HTMLButtonElement);
    await waitFor(() => expect(document.activeElement).toBe(customDepth()));
    await user.keyboard('{Enter}');
    expect(api.calls.length + api.unexpected.length).toBe(callsBefore);
    expect(customDepth().value).toBe(text);
  });
});
