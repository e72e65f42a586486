import { Frame } from '../../providers/browser/frame.js';
import { integrationError } from './errors.js';

const CLASSES = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
};

/** The card inputs: https://docs.stripe.com/js/element. A frame isolates them from the page. */
export class CardElement {
  #origin;
  #key;
  #options;
  #onDestroy;
  #frame;
  #wrapper;
  #container;
  #isDestroyed = false;
  #listeners = new Map();

  /**
   * @param {{ origin: string, key: string, options: object, onDestroy: () => void }} parts
   */
  constructor({ origin, key, options, onDestroy }) {
    this.#origin = origin;
    this.#key = key;
    this.#options = options ?? {};
    this.#onDestroy = onDestroy;
  }

  mount(target) {
    this.#requireAlive();
    const container = typeof target === 'string' ? document.querySelector(target) : target;
    if (!container) throw integrationError(`The selector you specified (${target}) applies to no DOM elements.`);
    if (container === this.#container) return;

    this.unmount();
    this.#container = container;
    this.#frame = new Frame({
      origin: this.#origin,
      path: '/js/card-page.html',
      title: 'Secure card payment input frame',
      settings: { key: this.#key, options: toPlain(this.#options) },
      onEvent: (event) => this.#receive(event),
    });

    this.#wrapper = document.createElement('div');
    this.#wrapper.className = '__PrivateStripeElement';
    this.#wrapper.append(this.#frame.element);
    container.replaceChildren(this.#wrapper);
    this.#setClasses({ base: true, empty: true });
    for (const label of this.#labels()) label.addEventListener('click', this.#focusByLabel);
  }

  unmount() {
    if (!this.#container) return;

    for (const label of this.#labels()) label.removeEventListener('click', this.#focusByLabel);
    this.#setClasses({ base: false, complete: false, empty: false, focus: false, invalid: false });
    this.#frame.remove();
    this.#wrapper.remove();
    this.#frame = undefined;
    this.#container = undefined;
  }

  destroy() {
    if (this.#isDestroyed) return;

    this.unmount();
    this.#isDestroyed = true;
    this.#onDestroy();
  }

  update(options) {
    this.#requireAlive();
    this.#options = { ...this.#options, ...options };
    void this.#frame?.post('update', { options: toPlain(this.#options) });
  }

  focus() {
    this.#frame?.element.focus();
    void this.#frame?.post('focus');
  }

  blur() {
    void this.#frame?.post('blur');
    this.#frame?.element.blur();
  }

  clear() {
    void this.#frame?.post('clear');
  }

  on(name, listener) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), { listener }]);
    return this;
  }

  once(name, listener) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), { listener, once: true }]);
    return this;
  }

  /** Removes a listener, or all listeners of the event. */
  off(name, listener) {
    const entries = this.#listeners.get(name) ?? [];
    const remainingEntries = entries.filter((entry) => listener && entry.listener !== listener);
    this.#listeners.set(name, remainingEntries);
    return this;
  }

  /**
   * Creates a payment method from the inputs. Internal: not part of the public API.
   *
   * @returns {Promise<{ paymentMethod?: object, error?: object }>}
   */
  async _createPaymentMethod(details) {
    this.#requireAlive();
    if (!this.#frame) throw integrationError('The card element must be mounted before it can be used.');
    return this.#frame.request('create', { details: toPlain(details) });
  }

  #receive({ kind, ...detail }) {
    if (kind === 'height') {
      this.#frame.element.style.height = `${detail.height}px`;
      return;
    }

    if (kind === 'submit') {
      // Enter submits the form, as in any other field.
      this.#container.closest('form')?.requestSubmit();
      return;
    }

    if (kind === 'change') {
      const { complete, empty, error } = detail;
      this.#setClasses({ complete, empty, invalid: error !== undefined });
    }
    if (kind === 'focus' || kind === 'blur') this.#setClasses({ focus: kind === 'focus' });
    this.#emit(kind, { elementType: 'card', ...detail });
  }

  #emit(name, event) {
    const entries = this.#listeners.get(name) ?? [];
    this.#listeners.set(
      name,
      entries.filter(({ once }) => !once),
    );
    for (const { listener } of entries) listener(event);
  }

  #setClasses(states) {
    const classes = { ...CLASSES, ...this.#options.classes };
    for (const [state, isOn] of Object.entries(states)) {
      const names = classes[state].split(/\s+/).filter((name) => name !== '');
      for (const name of names) this.#container.classList.toggle(name, isOn);
    }
  }

  #labels() {
    const { id } = this.#container;
    return id ? document.querySelectorAll(`label[for="${CSS.escape(id)}"]`) : [];
  }

  #focusByLabel = () => this.focus();

  #requireAlive() {
    if (this.#isDestroyed) throw integrationError('This Element has already been destroyed. Please create a new one.');
  }
}

/** A group of elements. The local Stripe supports one card element. */
export class Elements {
  #origin;
  #key;
  #card = null;

  constructor({ origin, key }) {
    this.#origin = origin;
    this.#key = key;
  }

  create(type, options) {
    if (type !== 'card') throw integrationError(`The local Stripe has no ${type} element, only card.`);
    if (this.#card) throw integrationError('Can only create one Element of type card through an Elements instance.');
    const onDestroy = () => {
      this.#card = null;
    };
    this.#card = new CardElement({ origin: this.#origin, key: this.#key, options, onDestroy });
    return this.#card;
  }

  /** Returns the element by its type, or by its component from @stripe/react-stripe-js. */
  getElement(type) {
    return (type?.__elementType ?? type) === 'card' ? this.#card : null;
  }

  update() {}

  async fetchUpdates() {
    return {};
  }

  async submit() {
    return {};
  }
}

/** Removes functions and DOM elements, which can't be sent through a channel. */
function toPlain(value) {
  return JSON.parse(JSON.stringify(value ?? {}));
}
