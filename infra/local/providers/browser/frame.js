/** Maximum time for a frame to load or respond, in milliseconds. */
export const LIMIT_MS = 20_000;

let frameCount = 0;

/**
 * A frame with a page of the local provider. Both sides communicate through a private channel, so the surrounding page
 * sees only what the frame sends.
 */
export class Frame {
  #port;
  #settings;
  #origin;
  #onEvent;
  #requests = new Map();
  #lastRequestId = 0;
  #resolveReady;
  #ready = new Promise((resolve) => {
    this.#resolveReady = resolve;
  });

  /**
   * @param {{ origin: string, path: string, title: string, settings: object, onEvent: (event: object) => void }} options
   */
  constructor({ origin, path, title, settings, onEvent }) {
    this.#origin = origin;
    this.#settings = settings;
    this.#onEvent = onEvent;

    frameCount += 1;
    this.element = document.createElement('iframe');
    this.element.name = `__privateProviderFrame${frameCount}`;
    this.element.title = title;
    this.element.src = `${origin}${path}`;

    // A frame is transparent only if its color scheme is that of its page.
    Object.assign(this.element.style, {
      border: '0',
      colorScheme: 'light',
      display: 'block',
      width: '100%',
      backgroundColor: 'transparent',
    });

    // If the page moves the frame to another element, the frame loads again.
    this.element.addEventListener('load', () => this.#connect());
  }

  /** Sends a message once the page is ready. */
  async post(kind, detail = {}) {
    await this.#ready;
    this.#port.postMessage({ kind, ...detail });
  }

  /** Sends a request and returns its result. Rejects after a timeout. */
  async request(kind, detail = {}) {
    this.#lastRequestId += 1;
    const id = this.#lastRequestId;

    const result = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`The frame did not respond to ${kind}.`)), LIMIT_MS);
      this.#requests.set(id, { resolve, reject, timer });
    });
    void this.post(kind, { id, ...detail });
    return result;
  }

  remove() {
    this.element.remove();
    this.#port?.close();
    for (const { reject, timer } of this.#requests.values()) {
      clearTimeout(timer);
      reject(new Error('The frame was removed.'));
    }
    this.#requests.clear();
  }

  #connect() {
    this.#port?.close();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#receive(data);
    this.element.contentWindow?.postMessage({ kind: 'connect', settings: this.#settings }, this.#origin, [port2]);
  }

  #receive(data) {
    if (data.kind === 'result') {
      const request = this.#requests.get(data.id);
      clearTimeout(request?.timer);
      this.#requests.delete(data.id);
      request?.resolve(data.result);
      return;
    }

    if (data.kind === 'ready') this.#resolveReady();
    this.#onEvent(data);
  }
}
