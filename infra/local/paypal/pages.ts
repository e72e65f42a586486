import type { HttpRequest, HttpResponse } from '../http/http-server.ts';
import { PAGE_HEADERS, readBrowserFile } from '../providers/browser-files.ts';
import { getContentType } from '../site/static-files.ts';
import type { PayPalAccount } from './account.ts';
import { PayPalApiError } from './errors.ts';
import { type Money, toCents } from './money.ts';
import type { Order } from './objects.ts';
import { approveOrder } from './payments.ts';
import { BUYER } from './representations.ts';

const BROWSER_FOLDER = new URL('./browser/', import.meta.url);

const FILE_BY_PATH: Readonly<Record<string, string>> = {
  '/sdk/button': 'button-page.html',
  '/sdk/button.css': 'button-page.css',
  '/sdk/button.js': 'button-page.js',
  '/sdk/checkout.css': 'checkout-page.css',
  '/sdk/checkout.js': 'checkout-page.js',
};

/**
 * Serves what browsers request from the local PayPal: the SDK script, the pages in its frames, and the buyer's
 * approval. Returns undefined for other requests.
 */
export async function serveBrowserRequest(
  account: PayPalAccount,
  request: HttpRequest,
): Promise<HttpResponse | undefined> {
  const { method, url, headers } = request;
  if (method === 'POST' && url.pathname === '/checkoutnow/approve') {
    return serveApproval(account, url, headers.origin);
  }
  if (method !== 'GET') return undefined;

  if (url.pathname === '/sdk/js') return serveSdk(account, url.searchParams);
  if (url.pathname === '/checkoutnow') return serveCheckout(account, url.searchParams.get('token') ?? '');

  const file = FILE_BY_PATH[url.pathname];
  return file ? createPageResponse(200, await readBrowserFile(BROWSER_FOLDER, file), getContentType(file)) : undefined;
}

/** Serves the SDK script. The client ID in its URL must be the account's, as with PayPal. */
async function serveSdk({ credentials }: PayPalAccount, query: URLSearchParams): Promise<HttpResponse> {
  const scriptType = 'application/javascript; charset=utf-8';
  const problem = findSdkProblem(query, credentials.clientId);
  if (!problem) return createPageResponse(200, await readBrowserFile(BROWSER_FOLDER, 'sdk.js'), scriptType);

  // Browsers run the script despite its status 400, so the page gets the error.
  const message = `SDK Validation error: '${problem}'`;
  return createPageResponse(400, `throw new Error(${JSON.stringify(message)});`, scriptType);
}

/** Returns the reason why the parameters of the script's URL are invalid, or undefined. */
function findSdkProblem(query: URLSearchParams, clientId: string): string | undefined {
  if (query.get('client-id') !== clientId) return 'client-id not recognized';

  const components = query.get('components') ?? 'buttons';
  if (!components.split(',').includes('buttons')) return 'the local PayPal supports only buttons';

  const intent = query.get('intent') ?? 'capture';
  return intent === 'capture' ? undefined : 'the local PayPal supports only captures';
}

async function serveCheckout({ store }: PayPalAccount, orderId: string): Promise<HttpResponse> {
  const order = store.find('order', orderId);
  if (!order) return renderProblem('This order does not exist.');
  if (order.status === 'COMPLETED') return renderProblem('This order is already paid.');
  return renderCheckoutPage(200, toCheckoutTexts(order));
}

/** Approves an order. Rejects other origins, so that no other page can approve for the buyer. */
function serveApproval(account: PayPalAccount, { searchParams }: URL, origin: string | undefined): HttpResponse {
  if (origin !== account.origin) throw new PayPalApiError(403, 'NOT_AUTHORIZED');
  const { id: orderID } = approveOrder(account, searchParams.get('token') ?? '');
  account.store.save();
  return createPageResponse(200, JSON.stringify({ orderID, payerID: account.credentials.payerId }), 'application/json');
}

function toCheckoutTexts({ id, brandName: merchant = 'Test store', unit }: Order): Record<string, string> {
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

function renderProblem(problem: string): Promise<HttpResponse> {
  return renderCheckoutPage(404, { title: 'Something went wrong', problem });
}

/** Renders the checkout page. Placeholders without a text become empty. */
async function renderCheckoutPage(status: number, texts: Readonly<Record<string, string>>): Promise<HttpResponse> {
  const template = await readBrowserFile(BROWSER_FOLDER, 'checkout-page.html');
  const html = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(texts[name] ?? ''));
  return createPageResponse(status, html, getContentType('checkout-page.html'));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function formatMoney(amount: Money): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: amount.currency_code });
  return format.format(toCents(amount) / 100);
}

function createPageResponse(status: number, body: string, mediaType: string): HttpResponse {
  return { status, headers: { ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-type': mediaType }, body };
}
