/** Tests of the texts for failed payments. */
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/api/api-error.ts';
import {
  CreateIntentError,
  describeCardError,
  describePayPalError,
  StripeNotLoadedError,
  StripePaymentError,
} from './payment-errors.ts';

const connectionError = new ApiError(0, 'NetworkError', "Couldn't reach Fathom.");
const sessionError = new ApiError(401, 'Unauthenticated', 'Your session has ended.');

describe('payment errors', () => {
  it.each([
    ['Stripe.js not loaded', new StripeNotLoadedError(), 'Stripe.js has not yet loaded'],
    ['session expired', sessionError, 'You must be logged in to make a payment'],
    ['PaymentIntent not created', new CreateIntentError('Not now.'), 'Failed to create payment intent'],
    ['Stripe declines', new StripePaymentError('Your card was declined.'), 'Stripe Error: Your card was declined.'],
    ['network error', connectionError, "Payment Failed: Couldn't reach Fathom."],
    ['unexpected error', new TypeError('x is undefined'), 'Payment Failed: x is undefined'],
  ])('describes a card error: %s', (_, error, text) => {
    expect(describeCardError(error).text).toBe(text);
  });

  it.each([
    ['session expired', sessionError, 'You must be logged in to make a payment'],
    ['network error', connectionError, "PayPal Payment Failed: Couldn't reach Fathom."],
    ['PayPal error', new Error('Popup closed'), 'PayPal Payment Failed: Popup closed'],
  ])('describes a PayPal error: %s', (_, error, text) => {
    expect(describePayPalError(error).text).toBe(text);
  });

  it('includes the reason of the server if creating the PaymentIntent failed', () => {
    expect(describeCardError(new CreateIntentError('Not now.')).detail).toBe('Not now.');
  });

  it('gives each error class its name for the log', () => {
    const errors = [new StripeNotLoadedError(), new CreateIntentError(undefined), new StripePaymentError('No.')];

    expect(errors.map(({ name }) => name)).toEqual(['StripeNotLoadedError', 'CreateIntentError', 'StripePaymentError']);
  });

  it('replaces a missing text, or the text of a gateway, with a general one', () => {
    const gatewayError = new ApiError(502, 'UnexpectedResponse', '502 - <html>');
    const errorsWithoutText = [undefined, null, 'a string', new Error(''), { message: 7 }, { message: null }];

    for (const error of [gatewayError, ...errorsWithoutText]) {
      expect(describePayPalError(error).text).toBe(
        "PayPal Payment Failed: Something went wrong. Try again. You won't be charged twice.",
      );
    }
  });
});
