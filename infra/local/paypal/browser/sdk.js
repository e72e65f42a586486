// Served as `/sdk/js`. Implements the part of https://developer.paypal.com/sdk/js/reference/ that Fathom uses.

import { createButtons } from './buttons.js';

const script = /** @type {HTMLScriptElement} */ (document.currentScript);
const { origin } = new URL(script.src);

const FUNDING = { PAYPAL: 'paypal', VENMO: 'venmo', PAYLATER: 'paylater', CREDIT: 'credit', CARD: 'card' };

// Pages can choose another name than `paypal`.
Object.defineProperty(window, script.dataset.namespace ?? 'paypal', {
  configurable: true,
  value: {
    version: '5.0.0-local',
    FUNDING,
    getFundingSources: () => [FUNDING.PAYPAL],
    isFundingEligible: (/** @type {string} */ source) => source === FUNDING.PAYPAL,
    Buttons: (/** @type {import('./buttons.js').Options} */ options) => createButtons(origin, options),
  },
});
