/** How long a frame may take to load, or to answer: it is on this machine. */
export const LIMIT_MS = 20_000;

let frames = 0;

/**
 * A page of the stand-in's own origin inside somebody's page. The two speak through a channel that only they have: the
 * page around it can see no more than what the frame chooses to say.
 */
export class Frame {
  #port;
  #settings;
  #origin;
  #onEvent;
  #requests = new Map();
  #lastRequest = 0;
  #announceReady;
  #ready = new Promise((resolve) => {
    this.#announceReady = resolve;
  });

  /**
   * @param {{ origin: string, page: string, title: string, settings: object, onEvent: (event: object) => void }} options
   */
  constructor({ origin, page, title, settings, onEvent }) {
    this.#origin = origin;
    this.#settings = settings;
    this.#onEvent = onEvent;
    frames += 1;
    this.element = document.createElement('iframe');
    this.element.name = `__privateStripeFrame${frames}`;
    this.element.title = title;
    this.element.src = `${origin}/endive/${page}`;
    // A frame is see-through only where its scheme is that of the page in it.
    Object.assign(this.element.style, { border: '0', colorScheme: 'light', display: 'block', width: '100%' });
    // A frame that is moved within its page loads anew.
    this.element.addEventListener('load', () => this.#connect());
  }

  /** Tells the frame something. */
  async post(kind, detail = {}) {
    await this.#ready;
    this.#port.postMessage({ kind, ...detail });
  }

  /** Asks the frame something. Rejects when there is no answer. */
  async ask(kind, detail = {}) {
    this.#lastRequest += 1;
    const id = this.#lastRequest;
    const answer = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`The frame did not answer to ${kind}.`)), LIMIT_MS);
      this.#requests.set(id, { resolve, reject, timer });
    });
    void this.post(kind, { id, ...detail });
    return answer;
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
    if (data.kind === 'answer') {
      const request = this.#requests.get(data.id);
      clearTimeout(request?.timer);
      this.#requests.delete(data.id);
      request?.resolve(data.result);
      return;
    }
    if (data.kind === 'ready') this.#announceReady();
    this.#onEvent(data);
  }
}
