// @vitest-environment happy-dom
/** Tests of the payment screen: packages, custom depths, prices, and destinations. See docs/product.md#payments. */
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../shared/contract/contract.ts';
import { emptyApi } from '../../test-support/empty-api.ts';
import { CONFIG, renderApp, returnToTab } from '../../test-support/render-app.tsx';
import { VIEWER } from '../../test-support/sample-data.ts';

const PROVIDERS = {
  ...CONFIG,
  stripe: { publishableKey: 'pk_test_fathom', scriptUrl: 'about:blank#stripe' },
  paypal: { clientId: 'fathom', sdkBaseUrl: 'about:blank#paypal' },
};

const readPrice = () => document.querySelector('.summary__price dd')?.textContent;
const queryPayButton = () => document.querySelector<HTMLButtonElement>('button[type=submit]');
const getOption = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const getCustomDepthField = () => screen.getByLabelText<HTMLInputElement>('Or your own depth, in metres');

/** Opens the screen for a member at a depth, in metres. */
function renderPayments(depth: number) {
  const api = emptyApi().on(contract.account.me, () => ({ profile: { ...VIEWER, depth } }));
  return renderApp('/payments', { api, config: PROVIDERS });
}

async function openPayments(depth = 0) {
  const app = renderPayments(depth);
  await screen.findByRole('radio', { name: /^100m/ });
  return app;
}

async function typeCustomDepth(user: UserEvent, text: string): Promise<void> {
  await user.clear(getCustomDepthField());
  if (text) await user.type(getCustomDepthField(), text);
}

describe('payment screen', () => {
  it('shows the benefits, preselects 100 m by card, and updates the price', async () => {
    const { user } = await openPayments();
    for (const name of ['Greater Visibility', 'More Connections', 'Fast Progress']) {
      screen.getByRole('heading', { name });
    }

    expect(getOption(/^100m/).checked).toBe(true);
    await waitFor(() => expect(getOption(/^Credit Card/).checked).toBe(true));
    expect(screen.getByRole('main').textContent).toContain('Your current depth: 0.00m');

    for (const [name, amount] of [
      [/^100m \$1/, '$1.00'],
      [/^1000m \$10/, '$10.00'],
      [/^10000m \$100/, '$100.00'],
    ] as const) {
      await user.click(getOption(name));
      expect(readPrice()).toBe(amount);
      await waitFor(() => expect(queryPayButton()?.textContent).toBe(`Pay ${amount}`));
    }
  });
});

describe('custom depth', () => {
  // A metre costs a cent. Half cents are rounded up.
  it.each([
    ['250.5', '$2.51'],
    ['49.5', '$0.50'],
    ['10000', '$100.00'],
  ])('shows the price of %s m: %s', async (text, amount) => {
    const { user } = await openPayments();
    await typeCustomDepth(user, text);
    expect(readPrice()).toBe(amount);
  });

  it.each(['', '-5', '0', '0.3', '9.9'])('shows no depth and no price while the custom depth is "%s"', async (text) => {
    const { user, api } = await openPayments();
    await waitFor(() => expect(queryPayButton()).not.toBeNull());
    await typeCustomDepth(user, '250');
    expect(readPrice()).toBe('$2.50');

    await typeCustomDepth(user, text);
    expect(readPrice()).toBe('—');
    // Neither the earlier depth nor any other depth than 0.00m.
    expect(document.querySelector('.summary')?.textContent).not.toMatch(/250|[1-9]\d*\.\d\dm/);
    expect(queryPayButton()?.textContent).toBe('Choose a depth to pay');

    await user.click(queryPayButton() as HTMLButtonElement);
    await waitFor(() => expect(document.activeElement).toBe(getCustomDepthField()));
    expect(api.unexpectedCalls).toEqual([]);

    await user.click(getOption(/^1000m/));
    expect(readPrice()).toBe('$10.00');
    expect(getCustomDepthField().value).toBe('');
  });

  it('deselects the packages and says what to do while the field is empty', async () => {
    const { user } = await openPayments();
    await typeCustomDepth(user, '250');
    await typeCustomDepth(user, '');
    await screen.findByText('Enter a depth, or choose a package.');

    // The packages of 100, 1000, and 10000 m.
    for (const packageOption of screen.getAllByRole<HTMLInputElement>('radio', { name: /^1000?0?m/ })) {
      expect(packageOption.checked).toBe(false);
    }
  });

  it.each([
    ['-5', 'Depth must be more than 0m. Enter at least 49.5m.'],
    ['0.25', 'Depth comes in steps of 0.1m. Choose another value.'],
    ['10000.1', 'One purchase lifts you by 10000m at most. Choose less.'],
    ['49.4', 'Card payments start at $0.50. Choose at least 49.5m'],
  ])('rejects %s m with an explanation, without a request', async (text, message) => {
    const { user, api } = await openPayments();
    await waitFor(() => expect(queryPayButton()).not.toBeNull());
    await typeCustomDepth(user, text);

    const error = await screen.findByText((content) => content.startsWith(message));

    expect(error.closest('[role=alert]')).not.toBeNull();
    expect(queryPayButton()?.textContent).toBe('Choose a depth to pay');

    const callsBefore = api.calls.length + api.unexpectedCalls.length;
    await user.click(queryPayButton() as HTMLButtonElement);
    await waitFor(() => expect(document.activeElement).toBe(getCustomDepthField()));
    await user.keyboard('{Enter}');

    expect(api.calls.length + api.unexpectedCalls.length).toBe(callsBefore);
    expect(getCustomDepthField().value).toBe(text);
  });
});

describe('destination of a purchase', () => {
  it.each([
    [0, ['to Mid-Ocean', 'to Shallow Waters', 'to the Surface']],
    [950, ['to Shallow Waters', 'to Shallow Waters', 'to the Surface']],
    [5000, ['higher in Shallow Waters', 'higher in Shallow Waters', 'to the Surface']],
    [9950, ['to the Surface', 'to the Surface', 'to the Surface']],
  ])('shows the destination on each package to a member at %d m', async (depth, destinations) => {
    await openPayments(depth);
    const notes = [...document.querySelectorAll('.package__note')].map(({ textContent }) => textContent);
    expect(notes).toEqual(destinations);
  });

  it('shows the destination of a purchase in the summary, with the layer', async () => {
    const { user } = await openPayments(0.5);
    const readSummary = () => document.querySelector('.summary')?.textContent;
    expect(readSummary()).toContain('You are at0.50m Fathom');
    expect(readSummary()).toContain('You rise to100.50m Mid-Ocean');

    await typeCustomDepth(user, '9999.5');
    expect(readSummary()).toContain('You rise to10000.00m Surface');
  });
});

describe('at the surface', () => {
  it('sells no packages at the surface, and offers a depth of the member’s choice on request', async () => {
    const { user } = renderPayments(10_000);
    await screen.findByRole('heading', { name: "You're at the surface" });
    expect(screen.queryByRole('radio')).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Support Fathom' }));
    const field = screen.getByLabelText<HTMLInputElement>('Your own depth, in metres');

    expect(screen.queryByRole('radio', { name: /^100/ })).toBeNull();
    expect(field.value).toBe('100');
    expect(readPrice()).toBe('$1.00');

    await user.clear(field);
    expect([field.value, readPrice()]).toEqual(['', '—']);
    screen.getByText('Enter a depth.');

    await user.type(field, '250');
    expect(readPrice()).toBe('$2.50');
  });

  it('keeps the form open when a purchase reaches the surface', async () => {
    const { api } = await openPayments(9950);
    api.on(contract.account.me, () => ({ profile: { ...VIEWER, depth: 10_050 } }));
    const field = screen.getByRole('spinbutton');

    returnToTab();
    await screen.findByRole('heading', { name: "You're at the surface" });

    expect(screen.queryByRole('radio', { name: /^100/ })).toBeNull();
    expect(screen.getByRole('spinbutton')).toBe(field);
  });
});

describe('card form that does not load', () => {
  it('shows one error when the member tries to pay', async () => {
    const { user } = await openPayments();
    await waitFor(() => expect(queryPayButton()).not.toBeNull());
    const queryErrors = () => screen.queryAllByText(/Stripe\.js has not yet loaded/);
    expect(queryErrors()).toHaveLength(0);

    await user.click(queryPayButton() as HTMLButtonElement);
    await waitFor(() => expect(queryErrors()).toHaveLength(1));
    for (const script of document.querySelectorAll('script')) script.dispatchEvent(new Event('error'));
    await screen.findByText("The card form couldn't be loaded.");

    expect(queryErrors()).toHaveLength(1);
  });
});
