import type { HttpRequest, HttpResponse } from '../http/http-server.ts';
import { browserFile, PAGE_HEADERS } from '../providers/browser-files.ts';
import { contentType } from '../site/static-files.ts';
import type { PayPalAccount } from './account.ts';
import { PayPalApiError } from './errors.ts';
import { centsOf, type Money } from './money.ts';
import type { Order } from './objects.ts';
import { approveOrder } from './payments.ts';
import { BUYER } from './representations.ts';

const FOLDER = new URL('./browser/', import.meta.url);

const FILES: Readonly<Record<string, string>> = {
  '/sdk/button': 'button-page.html',
  '/sdk/button.css': 'button-page.css',
  '/sdk/button.js': 'button-page.js',
  '/sdk/checkout.css': 'checkout-page.css',
  '/sdk/checkout.js': 'checkout-page.js',
};

/** Serves the SDK script and the pages in its frames. Returns undefined for other paths. */
export async function servePage(account: PayPalAccount, request: HttpRequest): Promise<HttpResponse | undefined> {
  const { method, url, headers } = request;
  if (method === 'POST' && url.pathname === '/checkoutnow/approve') return approve(account, url, headers.origin);
  if (method !== 'GET') return undefined;

  if (url.pathname === '/sdk/js') return serveSdk(account, url.searchParams);
  if (url.pathname === '/checkoutnow') return serveCheckout(account, url.searchParams.get('token') ?? '');

  const file = FILES[url.pathname];
  return file ? createPageResponse(200, await browserFile(FOLDER, file), contentType(file)) : undefined;
}

/** Serves the SDK. As with PayPal, the script's URL contains the client ID. */
async function serveSdk({ credentials }: PayPalAccount, query: URLSearchParams): Promise<HttpResponse> {
  const type = 'application/javascript; charset=utf-8';
  const problem = findSdkProblem(query, credentials.clientId);
  if (!problem) return createPageResponse(200, await browserFile(FOLDER, 'sdk.js'), type);

  // Browsers run scripts with status 400. This one throws.
  return createPageResponse(400, `throw new Error(${JSON.stringify(`SDK Validation error: '${problem}'`)});`, type);
}

/** Returns the reason why the parameters of the script's URL are invalid, or undefined. */
function findSdkProblem(query: URLSearchParams, clientId: string): string | undefined {
  if (query.get('client-id') !== clientId) return 'client-id not recognized';

  const components = query.get('components') ?? 'buttons';
  if (!components.split(',').includes('buttons')) return 'the local PayPal supports only buttons';

  const intent = query.get('intent') ?? 'capture';
  return intent === 'capture' ? undefined : 'the local PayPal supports only captures';
}

async function serveCheckout({ store }: PayPalAccount, id: string): Promise<HttpResponse> {
  const order = store.find('order', id);
  if (!order) return renderCheckoutPage(404, { title: 'Something went wrong', problem: 'This order does not exist.' });
  if (order.status !== 'COMPLETED') return renderCheckoutPage(200, orderPlaceholders(order));
  return renderCheckoutPage(404, { title: 'Something went wrong', problem: 'This order is already paid.' });
}

/** Approves an order. Rejects other origins, so that no other page can approve for the buyer. */
function approve(account: PayPalAccount, { searchParams }: URL, origin: string | undefined): HttpResponse {
  if (origin !== account.origin) throw new PayPalApiError(403, 'NOT_AUTHORIZED');
  const { id: orderID } = approveOrder(account, searchParams.get('token') ?? '');
  account.store.save();
  return createPageResponse(200, JSON.stringify({ orderID, payerID: account.credentials.payerId }), 'application/json');
}

function orderPlaceholders({ id, brandName: merchant = 'Test store', unit }: Order): Record<string, string> {
  const { amount, description = '' } = unit;
  return {
    title: `Pay ${merchant}`,
    order: id,
    amount: formatMoney(amount),
    currency: amount.currency_code,
    description,
    merchant,
    buyer: `${BUYER.givenName} ${BUYER.surname}`,
    email: BUYER.email,
  };
}

/** Renders the checkout page. Missing placeholders become empty. */
async function renderCheckoutPage(status: number, texts: Readonly<Record<string, string>>): Promise<HttpResponse> {
  const template = await browserFile(FOLDER, 'checkout-page.html');
  const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const html = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(texts[name] ?? ''));
  return createPageResponse(status, html, contentType('checkout-page.html'));
}

function formatMoney(amount: Money): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: amount.currency_code });
  return format.format(centsOf(amount) / 100);
}

function createPageResponse(status: number, body: string, type: string): HttpResponse {
  return { status, headers: { ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-type': type }, body };
}
