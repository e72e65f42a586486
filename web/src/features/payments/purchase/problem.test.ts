import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import { cardProblem, IntentRefused, payPalProblem, StripeMissing, StripeRefusal } from './problem.ts';

const offline = new ApiError(0, 'NetworkError', 'Fathom cannot be reached.');
const loggedOut = new ApiError(401, 'Unauthenticated', 'Your session has ended.');

describe('what went wrong', () => {
  it.each([
    ['Stripe has no script here', new StripeMissing(), 'Stripe.js has not yet loaded'],
    ['nobody is logged in', loggedOut, 'You must be logged in to make a payment'],
    ['no intent was made', new IntentRefused('Not now.'), 'Failed to create payment intent'],
    ['Stripe refuses', new StripeRefusal('Your card was declined.'), 'Stripe Error: Your card was declined.'],
    ['the network fails', offline, 'Payment Failed: Fathom cannot be reached.'],
    ['a bug throws', new TypeError('x is undefined'), 'Payment Failed: x is undefined'],
  ])('with a card when %s', (_, error, text) => {
    expect(cardProblem(error).text).toBe(text);
  });

  it.each([
    ['nobody is logged in', loggedOut, 'You must be logged in to make a payment'],
    ['the network fails', offline, 'PayPal Payment Failed: Fathom cannot be reached.'],
    ['PayPal says why', new Error('Popup closed'), 'PayPal Payment Failed: Popup closed'],
  ])('with PayPal when %s', (_, error, text) => {
    expect(payPalProblem(error).text).toBe(text);
  });

  it('tells why there is no intent, when the server has said so', () => {
    expect(cardProblem(new IntentRefused('Not now.')).detail).toBe('Not now.');
  });

  it('never shows what a gateway wrote, or nothing at all', () => {
    const gateway = new ApiError(502, 'UnexpectedAnswer', '502 - <html>');
    for (const error of [gateway, undefined, 'a string', new Error('')]) {
      expect(payPalProblem(error).text).toBe(
        'PayPal Payment Failed: Something went wrong. You can try again: nothing is charged twice.',
      );
    }
  });
});
