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

/** Responds to a browser's request for the script or a page of its frames. Returns undefined for other paths. */
export async function pageResponse(account: PayPalAccount, request: HttpRequest): Promise<HttpResponse | undefined> {
  const { method, url, headers } = request;
  if (method === 'POST' && url.pathname === '/checkoutnow/approve') return approve(account, url, headers.origin);
  if (method !== 'GET') return undefined;
  if (url.pathname === '/sdk/js') return sdk(account, url.searchParams);
  if (url.pathname === '/checkoutnow') return checkout(account, url.searchParams.get('token') ?? '');
  const file = FILES[url.pathname];
  return file ? page(200, await browserFile(FOLDER, file), contentType(file)) : undefined;
}

/** Returns the SDK. The page passes its client id in the address of the script, as with PayPal's own. */
async function sdk({ credentials }: PayPalAccount, query: URLSearchParams): Promise<HttpResponse> {
  const components = query.get('components') ?? 'buttons';
  let problem: string | undefined;
  if (query.get('client-id') !== credentials.clientId) problem = 'client-id not recognized';
  else if (!components.split(',').includes('buttons')) problem = 'the stand-in has buttons only';
  else if ((query.get('intent') ?? 'capture') !== 'capture') problem = 'the stand-in only captures';
  const type = 'application/javascript; charset=utf-8';
  if (!problem) return page(200, await browserFile(FOLDER, 'sdk.js'), type);
  // Throws when it is run, although browsers don't run a script with status 400.
  return page(400, `throw new Error(${JSON.stringify(`SDK Validation error: '${problem}'`)});`, type);
}

async function checkout({ store }: PayPalAccount, id: string): Promise<HttpResponse> {
  const order = store.find('order', id);
  if (!order) return checkoutPage(404, { title: 'Something went wrong', problem: 'There is no such order.' });
  if (order.status !== 'COMPLETED') return checkoutPage(200, orderTexts(order));
  return checkoutPage(404, { title: 'Something went wrong', problem: 'This order has been paid already.' });
}

/** Approves an order. Only the stand-in's own page may: no other page can approve on the buyer's behalf. */
function approve(account: PayPalAccount, { searchParams }: URL, origin: string | undefined): HttpResponse {
  if (origin !== account.origin) throw new PayPalApiError(403, 'NOT_AUTHORIZED');
  const { id: orderID } = approveOrder(account, searchParams.get('token') ?? '');
  account.store.save();
  return page(200, JSON.stringify({ orderID, payerID: account.credentials.payerId }), 'application/json');
}

function orderTexts({ id, brandName: merchant = 'Test store', unit }: Order): Record<string, string> {
  const { amount, description = '' } = unit;
  return {
    title: `Pay ${merchant}`,
    order: id,
    amount: moneyText(amount),
    currency: amount.currency_code,
    description,
    merchant,
    buyer: `${BUYER.givenName} ${BUYER.surname}`,
    email: BUYER.email,
  };
}

/** Returns the checkout page with these texts. Texts that are left out are empty. */
async function checkoutPage(status: number, texts: Readonly<Record<string, string>>): Promise<HttpResponse> {
  const template = await browserFile(FOLDER, 'checkout-page.html');
  const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const html = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escaped(texts[name] ?? ''));
  return page(status, html, contentType('checkout-page.html'));
}

function moneyText(amount: Money): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: amount.currency_code });
  return format.format(centsOf(amount) / 100);
}

function page(status: number, body: string, type: string): HttpResponse {
  return { status, headers: { ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-type': type }, body };
}
