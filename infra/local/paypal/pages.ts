import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { PayPalApiError } from './errors.ts';
import { centsOf, type Money } from './money.ts';
import type { Orders } from './orders.ts';
import { BUYER } from './representations.ts';
import type { PayPalStore, StoredOrder } from './store.ts';

const FOLDER = new URL('./browser/', import.meta.url);

/** Our own pages load nothing but our own files. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

const SCRIPTS: Readonly<Record<string, string>> = {
  '/sdk/js': 'sdk.js',
  '/sdk/button.js': 'button-page.js',
  '/sdk/checkout.js': 'checkout-page.js',
};

const STYLES: Readonly<Record<string, string>> = {
  '/sdk/button.css': 'button-page.css',
  '/sdk/checkout.css': 'checkout-page.css',
};

/** A request of a browser: none bears a token. */
export interface PageRequest {
  readonly method: string;
  readonly url: URL;
  /** The header `Origin`. */
  readonly origin: string | undefined;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What browsers load: the library's script, and the pages in its frames. */
export class Pages {
  readonly #store: PayPalStore;
  readonly #orders: Orders;
  readonly #bundles = new Map<string, string>();

  constructor(store: PayPalStore, orders: Orders) {
    this.#store = store;
    this.#orders = orders;
  }

  /** The answer to a request, or undefined for what is none of the pages' own. */
  answer({ method, url, origin }: PageRequest): PageAnswer | undefined {
    const { pathname, searchParams } = url;
    if (pathname === '/checkoutnow/approve' && method === 'POST') return this.#approve(searchParams, origin);
    if (method !== 'GET') return undefined;
    if (pathname === '/sdk/js') return this.#library(searchParams);
    if (pathname === '/sdk/button') return page(200, read('button-page.html'));
    if (pathname === '/checkoutnow') return this.#checkout(searchParams.get('token') ?? '');
    if (SCRIPTS[pathname]) return script(200, this.#bundle(SCRIPTS[pathname]));
    if (STYLES[pathname]) {
      return { status: 200, headers: { 'content-type': 'text/css; charset=utf-8' }, body: read(STYLES[pathname]) };
    }
    return undefined;
  }

  /** Who the page is for is in the address of the script, as it is with PayPal's own. */
  #library(query: URLSearchParams): PageAnswer {
    const components = query.get('components') ?? 'buttons';
    if (query.get('client-id') !== this.#store.account.clientId) return refusedScript('client-id not recognized');
    if (!components.split(',').includes('buttons')) return refusedScript('the stand-in has buttons only');
    if ((query.get('intent') ?? 'capture') !== 'capture') return refusedScript('the stand-in only captures');
    return script(200, this.#bundle('sdk.js'));
  }

  #checkout(orderId: string): PageAnswer {
    const order = this.#openOrder(orderId);
    if (typeof order === 'string') return page(404, filled({ title: 'Something went wrong', problem: order }));
    const merchant = order.brandName ?? 'Test store';
    const { amount, description = '' } = order.unit;
    const buyer = `${BUYER.givenName} ${BUYER.surname}`;
    const price = { amount: inWords(amount), currency: amount.currency_code, description };
    const people = { merchant, buyer, email: BUYER.email };
    return page(200, filled({ title: `Pay ${merchant}`, order: orderId, ...price, ...people }));
  }

  /** Only our own page agrees for the buyer: no other page may do so behind their back. */
  #approve(query: URLSearchParams, origin: string | undefined): PageAnswer {
    if (origin !== this.#store.origin) throw new PayPalApiError(403, 'NOT_AUTHORIZED');
    const { id } = this.#orders.approve(query.get('token') ?? '');
    this.#store.save();
    const body = JSON.stringify({ orderID: id, payerID: this.#store.account.payerId });
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  }

  /** An order that can be agreed to, or why there is none. */
  #openOrder(id: string): StoredOrder | string {
    const { orders } = this.#store.state;
    const order = Object.hasOwn(orders, id) ? orders[id] : undefined;
    if (!order) return 'There is no such order.';
    return order.status === 'COMPLETED' ? 'This order has been paid already.' : order;
  }

  /** A script and what it imports, as one that runs wherever it is put. */
  #bundle(name: string): string {
    const made = this.#bundles.get(name) ?? bundle(name);
    this.#bundles.set(name, made);
    return made;
  }
}

function bundle(name: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(name, FOLDER))],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}

function read(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

/** The checkout page with these texts; the others are empty. */
function filled(texts: Readonly<Record<string, string>>): string {
  return read('checkout-page.html').replace(/\{\{(\w+)\}\}/g, (_all, name: string) => escaped(texts[name] ?? ''));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function inWords(amount: Money): string {
  const number = new Intl.NumberFormat('en-US', { style: 'currency', currency: amount.currency_code });
  return number.format(centsOf(amount) / 100);
}

/** A script that says what is wrong, if it is run: browsers do not run what is answered 400. */
function refusedScript(message: string): PageAnswer {
  return script(400, `throw new Error(${JSON.stringify(`SDK Validation error: '${message}'`)});`);
}

function script(status: number, body: string): PageAnswer {
  return { status, headers: { 'content-type': 'application/javascript; charset=utf-8' }, body };
}

function page(status: number, body: string): PageAnswer {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY };
  return { status, headers, body };
}
