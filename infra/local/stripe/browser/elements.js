import { CardElement, integrationError } from './card-element.js';

/** A group of elements, of which this stand-in has one: the card. */
export class Elements {
  #origin;
  #key;
  #card = null;

  constructor({ origin, key }) {
    this.#origin = origin;
    this.#key = key;
  }

  create(type, options) {
    if (type !== 'card') throw integrationError(`The local Stripe has the card element only, and no ${type} element.`);
    if (this.#card) throw integrationError('Can only create one Element of type card through an Elements instance.');
    const onDestroy = () => {
      this.#card = null;
    };
    this.#card = new CardElement({ origin: this.#origin, key: this.#key, options, onDestroy });
    return this.#card;
  }

  /** By type, or by the component of @stripe/react-stripe-js. */
  getElement(type) {
    return (type?.__elementType ?? type) === 'card' ? this.#card : null;
  }

  /** Nothing that a group can be told changes a card's fields. */
  update() {}

  async fetchUpdates() {
    return {};
  }

  async submit() {
    return {};
  }
}
