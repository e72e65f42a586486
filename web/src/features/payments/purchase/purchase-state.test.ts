import { describe, expect, it } from 'vitest';
import { customProblem, nextPurchase, type PurchaseEvent, type PurchaseState, START } from './purchase-state.ts';

const formAfter = (...events: PurchaseEvent[]): PurchaseState => events.reduce(nextPurchase, START);
const typed = (text: string): PurchaseEvent => ({ type: 'customTyped', text });
const FAILURE: PurchaseEvent = { type: 'failed', problem: { text: 'Stripe Error: Your card was declined.' } };

describe('the payment form', () => {
  it('starts with 100 metres, by card', () => {
    expect(START).toMatchObject({ selected: 100, customText: '', method: 'stripe', attempt: { status: 'idle' } });
  });

  it('takes a package instead of what was typed, and what is typed instead of a package', () => {
    expect(formAfter(typed('250.5'))).toMatchObject({ selected: 250.5, customText: '250.5' });
    expect(formAfter(typed('250.5'), { type: 'packageChosen', metres: 1000 })).toMatchObject({
      selected: 1000,
      customText: '',
    });
  });

  it.each(['', '-3', '0', 'deep'])('keeps its selection when "%s" is typed', (text) => {
    const state = formAfter({ type: 'packageChosen', metres: 1000 }, typed(text));
    expect(state.selected).toBe(1000);
    expect(customProblem(state)).toBeUndefined();
  });

  it('says why nothing is bought with a depth between two steps, and keeps it typed', () => {
    const state = formAfter(typed('0.25'), { type: 'customLeft' });
    expect(customProblem(state)).toContain('steps of 0.1m');
    expect(state).toMatchObject({ selected: 100, customText: '0.25' });
  });

  it('shows what will be bought once the input is left', () => {
    expect(formAfter(typed('25'), typed(''), { type: 'customLeft' })).toMatchObject({ selected: 25, customText: '25' });
    expect(formAfter(typed('-4'), { type: 'customLeft' })).toMatchObject({ selected: 100, customText: '' });
  });
});

describe('a payment', () => {
  const paying = formAfter(typed('250.5'), { type: 'started' });

  it('lets nothing change while it is under way', () => {
    for (const event of [
      typed('7'),
      { type: 'packageChosen', metres: 1000 },
      { type: 'methodChosen', method: 'paypal' },
      { type: 'customLeft' },
      { type: 'started' },
      { type: 'rested' },
    ] satisfies PurchaseEvent[]) {
      expect(nextPurchase(paying, event), event.type).toBe(paying);
    }
  });

  it('that succeeds puts the selection back to 100 metres, and says what was bought until it has rested', () => {
    const done = nextPurchase(paying, { type: 'succeeded', metres: 250.5 });
    expect(done).toMatchObject({ selected: 100, customText: '', attempt: { status: 'success', metres: 250.5 } });
    expect(nextPurchase(done, typed('5')).attempt).toEqual({ status: 'success', metres: 250.5 });
    expect(nextPurchase(done, { type: 'rested' }).attempt).toEqual({ status: 'idle' });
  });

  it('that is reviewed says so for longer than a banner', () => {
    const pending = nextPurchase(paying, { type: 'reviewed', metres: 250.5 });
    expect(nextPurchase(pending, { type: 'rested' }).attempt).toEqual({ status: 'pending', metres: 250.5 });
  });

  it('that fails keeps everything that was chosen', () => {
    const failed = nextPurchase(paying, FAILURE);
    expect(failed).toMatchObject({ selected: 250.5, customText: '250.5', attempt: { status: 'error' } });
  });

  it('leaves its error behind as soon as something else is chosen, or it is tried again', () => {
    const failed = nextPurchase(paying, FAILURE);
    expect(nextPurchase(failed, { type: 'methodChosen', method: 'stripe' })).toBe(failed);
    expect(nextPurchase(failed, { type: 'methodChosen', method: 'paypal' }).attempt).toEqual({ status: 'idle' });
    expect(nextPurchase(failed, typed('8')).attempt).toEqual({ status: 'idle' });
    expect(nextPurchase(failed, { type: 'started' }).attempt).toEqual({ status: 'processing' });
  });

  it('that is cancelled leaves the form as it was', () => {
    expect(nextPurchase(paying, { type: 'cancelled' })).toMatchObject({
      selected: 250.5,
      attempt: { status: 'cancelled' },
    });
  });

  it('has an end only when it has begun', () => {
    const late: PurchaseEvent[] = [
      { type: 'succeeded', metres: 1 },
      { type: 'reviewed', metres: 1 },
    ];
    for (const event of [...late, { type: 'cancelled' } as const]) expect(formAfter(event)).toBe(START);
  });
});
