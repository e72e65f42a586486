import {
  brandOf,
  cardError,
  cardLack,
  cvcLength,
  digitsOf,
  expiryOf,
  grouped,
  groupedExpiry,
  numberLength,
} from './card-number.ts';

/** The inputs of a card: what is typed is put in order, checked, and told as Stripe's change events tell it. */
export class CardFields {
  onChange = (_state) => {};
  onEscape = () => {};
  onSubmit = () => {};
  #inputs;
  #brand;
  #hidePostalCode = false;
  /** The fields whose lack is said: those that were left with something in them. */
  #left = new Set();
  #told = '';

  /** @param {HTMLFormElement} form */
  constructor(form) {
    const { cardnumber, 'exp-date': expiry, cvc, postal } = form.elements;
    this.#inputs = { number: cardnumber, expiry, cvc, postal };
    this.#brand = form.querySelector('.brand');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.onSubmit();
    });
    form.addEventListener('keydown', (event) => this.#onKey(event));
    for (const [name, input] of Object.entries(this.#inputs)) {
      input.addEventListener('input', (event) => this.#onInput(name, event));
      input.addEventListener('blur', () => {
        if (input.value !== '') this.#left.add(name);
        this.#tell();
      });
    }
    this.#told = JSON.stringify(this.#state());
  }

  /** The card as the API is told of it. */
  get card() {
    const { number, expiry, cvc, postal } = this.#text();
    return { number: digitsOf(number), ...expiryOf(expiry), cvc, postal };
  }

  /** @param {{ hidePostalCode?: boolean, disabled?: boolean, value?: { postalCode?: string } }} options */
  apply({ hidePostalCode = false, disabled = false, value }) {
    this.#hidePostalCode = hidePostalCode;
    this.#inputs.postal.hidden = hidePostalCode;
    document.querySelector('label[for="postal"]').hidden = hidePostalCode;
    for (const input of Object.values(this.#inputs)) input.disabled = disabled;
    if (value?.postalCode !== undefined && this.#inputs.postal.value === '') {
      this.#inputs.postal.value = value.postalCode;
    }
    this.#tell();
  }

  focus() {
    const first = this.#order().find((input) => !this.#isFull(input)) ?? this.#inputs.number;
    first.focus();
  }

  clear() {
    for (const input of Object.values(this.#inputs)) input.value = '';
    this.#left.clear();
    this.#tell();
  }

  /** What is wrong with the card, which from now on is also said of fields that nobody has touched. */
  requireComplete() {
    for (const name of Object.keys(this.#inputs)) this.#left.add(name);
    this.#tell();
    const problem = this.#problem();
    if (!problem) return undefined;
    this.#inputs[problem.field].focus();
    return { code: problem.code, message: problem.message };
  }

  #onInput(name, event) {
    const input = this.#inputs[name];
    const deleting = event.inputType?.startsWith('delete') ?? false;
    if (name === 'number') reformat(input, grouped);
    if (name === 'expiry') reformat(input, (text) => groupedExpiry(text, deleting));
    if (name === 'cvc') input.value = digitsOf(input.value).slice(0, cvcLength(this.#numberBrand()));
    this.#tell();
    if (!deleting && name !== 'postal' && this.#isFull(input) && this.#problem()?.field !== name) this.#next(input);
  }

  #onKey(event) {
    if (event.key === 'Escape') this.onEscape();
    const order = this.#order();
    const place = order.indexOf(event.target);
    if (event.key === 'Backspace' && event.target.value === '' && place > 0) {
      event.preventDefault();
      order[place - 1].focus();
    }
  }

  #next(input) {
    const order = this.#order();
    const next = order[order.indexOf(input) + 1];
    if (input.selectionStart === input.value.length) next?.focus();
  }

  #order() {
    const { number, expiry, cvc, postal } = this.#inputs;
    return this.#hidePostalCode ? [number, expiry, cvc] : [number, expiry, cvc, postal];
  }

  #isFull(input) {
    const { number, expiry, cvc } = this.#inputs;
    const digits = digitsOf(input.value).length;
    if (input === number) return digits === numberLength(this.#numberBrand());
    if (input === expiry) return digits === 4;
    return input === cvc ? digits === cvcLength(this.#numberBrand()) : input.value.length >= 3;
  }

  #numberBrand() {
    return brandOf(digitsOf(this.#inputs.number.value));
  }

  #text() {
    const { number, expiry, cvc, postal } = this.#inputs;
    return {
      number: number.value,
      expiry: expiry.value,
      cvc: cvc.value,
      postal: this.#hidePostalCode ? undefined : postal.value,
    };
  }

  #problem() {
    const wrong = cardError(this.#text(), new Date());
    if (wrong) return wrong;
    const lack = cardLack(this.#text());
    return lack && this.#left.has(lack.field) ? lack : undefined;
  }

  #state() {
    const text = this.#text();
    const problem = this.#problem();
    const { code, message } = problem ?? {};
    return {
      brand: this.#numberBrand(),
      complete: !cardError(text, new Date()) && !cardLack(text),
      empty: Object.values(text).every((value) => !value),
      error: problem && { type: 'validation_error', code, message },
      value: { postalCode: text.postal ?? '' },
    };
  }

  #tell() {
    const state = this.#state();
    const problem = this.#problem();
    for (const [name, input] of Object.entries(this.#inputs)) {
      input.setAttribute('aria-invalid', String(problem?.field === name));
    }
    this.#brand.textContent = state.brand === 'unknown' ? '' : state.brand.slice(0, 4);
    const told = JSON.stringify(state);
    if (told === this.#told) return;
    this.#told = told;
    this.onChange(state);
  }
}

/** Puts what was typed in order, and the cursor back behind the same digit. */
function reformat(input, format) {
  const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart)).length;
  const atEnd = input.selectionStart === input.value.length;
  const formatted = format(input.value);
  if (formatted === input.value) return;
  input.value = formatted;
  let place = formatted.length;
  if (!atEnd) {
    place = 0;
    for (let digits = 0; digits < digitsBefore && place < formatted.length; place += 1) {
      if (/\d/.test(formatted[place])) digits += 1;
    }
  }
  input.setSelectionRange(place, place);
}
