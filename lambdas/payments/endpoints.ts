/*
 * The functions that serve this capability's endpoints, exported under the endpoint's key in the contract. The build
 * creates one Lambda function per export (infra/lambda-bundles.ts). lambdas/endpoints.ts checks the types.
 */

export { createOrder } from './create-order.ts';
export { createPaymentIntent } from './create-payment-intent.ts';
export { receivePaypalEvent as paypalWebhook } from './paypal-webhook.ts';
export { processPurchase } from './process-purchase.ts';
export { receiveStripeEvent as stripeWebhook } from './stripe-webhook.ts';
