import type { Page, Request, Route } from 'playwright-core';

/** Holds the parts of an upload until a test allows them, and records which parts are started and stored. */
export class UploadGate {
  /** Numbers of the parts that S3 has stored, in order. */
  readonly storedParts: number[] = [];
  /** Numbers of the parts that the page has started to send. */
  readonly startedParts: number[] = [];
  /** How many more parts may pass. */
  #allowedCount = 0;
  #heldRoutes: Route[] = [];
  readonly #releasedRequests = new Set<Request>();
  readonly #failedRequests = new Set<Request>();

  /** Installs a gate for the uploads of a page. */
  static async install(page: Page): Promise<UploadGate> {
    const gate = new UploadGate();

    await page.route(isPartUrl, (route) => gate.#hold(route));
    page.on('requestfailed', (request) => gate.#fail(request));
    page.on('response', (response) => {
      const request = response.request();
      if (request.method() === 'PUT' && isPartUrl(new URL(request.url())) && response.ok()) {
        gate.storedParts.push(parsePartNumber(request.url()));
      }
    });

    return gate;
  }

  /** Allows this many more parts. */
  allow(count: number): void {
    this.#allowedCount += count;
    this.#release();
  }

  /**
   * Releases all held parts: those that the page has aborted, and those that will fail without a connection. Holds
   * every later part until the next {@link allow}.
   */
  async releaseAll(): Promise<void> {
    this.#allowedCount = 0;
    const heldRoutes = this.#heldRoutes;
    this.#heldRoutes = [];
    await Promise.all(heldRoutes.map(forward));
  }

  #hold(route: Route): Promise<void> | undefined {
    if (route.request().method() !== 'PUT') return route.continue();
    this.startedParts.push(parsePartNumber(route.request().url()));
    this.#heldRoutes.push(route);
    this.#release();
  }

  #release(): void {
    while (this.#allowedCount > 0) {
      const route = this.#heldRoutes.shift();
      if (!route) return;

      // Parts that the page has aborted don't count.
      if (!this.#failedRequests.has(route.request())) {
        this.#allowedCount -= 1;
        this.#releasedRequests.add(route.request());
      }
      void forward(route);
    }
  }

  #fail(request: Request): void {
    this.#failedRequests.add(request);
    // A released part that fails doesn't count. Another part may pass.
    if (!this.#releasedRequests.delete(request)) return;
    this.#allowedCount += 1;
    this.#release();
  }
}

/** Continues a request. Does nothing if the page has aborted it. */
function forward(route: Route): Promise<void> {
  return route.continue().catch(() => {});
}

/** Returns whether a URL is that of a part of an upload. */
function isPartUrl(url: URL): boolean {
  return url.searchParams.has('partNumber');
}

function parsePartNumber(url: string): number {
  return Number(new URL(url).searchParams.get('partNumber'));
}
