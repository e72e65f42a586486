import type { Page, Request, Route } from 'playwright-core';

/** Holds the parts of an upload back, lets a given number through, and records which have arrived. */
export class UploadGate {
  /** The numbers of the parts that the store has accepted, in order. */
  readonly arrived: number[] = [];
  /** The numbers of the parts that the page has begun to send. */
  readonly begun: number[] = [];
  #allowed = 0;
  #held: Route[] = [];
  readonly #released = new Set<Request>();
  readonly #failed = new Set<Request>();

  static async install(page: Page): Promise<UploadGate> {
    const gate = new UploadGate();
    await page.route(isPart, (route) => gate.#hold(route));
    page.on('requestfailed', (request) => gate.#fail(request));
    page.on('response', (response) => {
      const request = response.request();
      if (request.method() === 'PUT' && isPart(new URL(request.url())) && response.ok()) {
        gate.arrived.push(partNumber(request.url()));
      }
    });
    return gate;
  }

  /** Lets this many more parts through. */
  open(count: number): void {
    this.#allowed += count;
    this.#release();
  }

  /** Releases all held parts, whether or not they succeed, and holds every later one. */
  async flush(): Promise<void> {
    this.#allowed = 0;
    const held = this.#held;
    this.#held = [];
    await Promise.all(held.map(forward));
  }

  #hold(route: Route): Promise<void> | undefined {
    if (route.request().method() !== 'PUT') return route.continue();
    this.begun.push(partNumber(route.request().url()));
    this.#held.push(route);
    this.#release();
  }

  #release(): void {
    while (this.#allowed > 0) {
      const route = this.#held.shift();
      if (!route) return;
      // A part that the page has aborted does not count.
      if (!this.#failed.has(route.request())) {
        this.#allowed -= 1;
        this.#released.add(route.request());
      }
      void forward(route);
    }
  }

  #fail(request: Request): void {
    this.#failed.add(request);
    if (!this.#released.delete(request)) return;
    this.#allowed += 1;
    this.#release();
  }
}

function forward(route: Route): Promise<void> {
  return route.continue().catch(() => {});
}

function isPart(url: URL): boolean {
  return url.searchParams.has('partNumber');
}

function partNumber(url: string): number {
  return Number(new URL(url).searchParams.get('partNumber'));
}
