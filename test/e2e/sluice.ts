import type { Page, Request, Route } from 'playwright-core';

/** Stands in the way of a page's parts: lets as many arrive as it is told to, and knows which have. */
export class Sluice {
  /** The numbers of the parts that the store has taken, in order. */
  readonly arrived: number[] = [];
  /** The numbers of the parts that the page has begun to send. */
  readonly begun: number[] = [];
  #room = 0;
  #held: Route[] = [];
  readonly #letThrough = new Set<Request>();
  readonly #failed = new Set<Request>();

  static async across(page: Page): Promise<Sluice> {
    const sluice = new Sluice();
    await page.route(isPart, (route) => sluice.#take(route));
    page.on('requestfailed', (request) => sluice.#lose(request));
    page.on('response', (response) => {
      const request = response.request();
      if (request.method() === 'PUT' && isPart(new URL(request.url())) && response.ok()) {
        sluice.arrived.push(partOf(request.url()));
      }
    });
    return sluice;
  }

  /** Lets so many more through. */
  open(count: number): void {
    this.#room += count;
    this.#pump();
  }

  /** Lets go of all that are held, wherever that leads them, and holds whatever comes after. */
  async flush(): Promise<void> {
    this.#room = 0;
    const held = this.#held;
    this.#held = [];
    await Promise.all(held.map(letGo));
  }

  #take(route: Route): Promise<void> | undefined {
    if (route.request().method() !== 'PUT') return route.continue();
    this.begun.push(partOf(route.request().url()));
    this.#held.push(route);
    this.#pump();
  }

  #pump(): void {
    while (this.#room > 0) {
      const route = this.#held.shift();
      if (!route) return;
      // What the page has given up meanwhile takes no room.
      if (!this.#failed.has(route.request())) {
        this.#room -= 1;
        this.#letThrough.add(route.request());
      }
      void letGo(route);
    }
  }

  #lose(request: Request): void {
    this.#failed.add(request);
    if (!this.#letThrough.delete(request)) return;
    this.#room += 1;
    this.#pump();
  }
}

function letGo(route: Route): Promise<void> {
  return route.continue().catch(() => {});
}

function isPart(url: URL): boolean {
  return url.searchParams.has('partNumber');
}

function partOf(url: string): number {
  return Number(new URL(url).searchParams.get('partNumber'));
}
