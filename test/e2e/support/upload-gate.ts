import type { Page, Request, Route } from 'playwright-core';

/** Holds the parts of an upload until a test allows them, and records which are stored. */
export class UploadGate {
  /** Numbers of the parts that S3 has stored, in order. */
  readonly storedParts: number[] = [];
  /** Numbers of the parts that the page has started to send. */
  readonly startedParts: number[] = [];
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
        gate.storedParts.push(partNumber(request.url()));
      }
    });

    return gate;
  }

  /** Allows this many more parts. */
  allow(count: number): void {
    this.#allowed += count;
    this.#release();
  }

  /** Releases all held parts, also those that will fail. Holds every later part. */
  async releaseAll(): Promise<void> {
    this.#allowed = 0;
    const heldRequests = this.#held;
    this.#held = [];
    await Promise.all(heldRequests.map(forward));
  }

  #hold(route: Route): Promise<void> | undefined {
    if (route.request().method() !== 'PUT') return route.continue();
    this.startedParts.push(partNumber(route.request().url()));
    this.#held.push(route);
    this.#release();
  }

  #release(): void {
    while (this.#allowed > 0) {
      const route = this.#held.shift();
      if (!route) return;
      // Parts that the page has aborted don't count.
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
