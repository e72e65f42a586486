import {
  detectBrand,
  digitsOf,
  findIncomplete,
  findInvalid,
  formatExpiry,
  formatNumber,
  getCvcLength,
  getNumberLength,
  parseExpiry,
} from './card-number.ts';

/** The card inputs. Formats and validates the input, and reports changes like Stripe's change events. */
export class CardFields {
  onChange = (_state) => {};
  onEscape = () => {};
  onSubmit = () => {};
  #inputs;
  #brand;
  #hidePostalCode = false;
  /** Names of fields that the focus has left. Only these report an incomplete value. */
  #touchedFields = new Set();
  /** The last reported state, as JSON. */
  #reportedState = '';

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
        if (input.value !== '') this.#touchedFields.add(name);
        this.#update();
      });
    }

    this.#reportedState = JSON.stringify(this.#computeState());
  }

  /** The card's details, as sent to the API. */
  get card() {
    const { number, expiry, cvc, postal } = this.#readTexts();
    return { number: digitsOf(number), ...parseExpiry(expiry), cvc, postal };
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

    this.#update();
  }

  /** Moves the focus to the first unfinished input, or to the card number. */
  focus() {
    const unfinishedInput = this.#visibleInputs().find((input) => !this.#isFull(input));
    (unfinishedInput ?? this.#inputs.number).focus();
  }

  clear() {
    for (const input of Object.values(this.#inputs)) input.value = '';
    this.#touchedFields.clear();
    this.#update();
  }

  /** Validates all fields, including untouched fields. Returns the first error and moves the focus to it. */
  validate() {
    for (const name of Object.keys(this.#inputs)) this.#touchedFields.add(name);
    this.#update();

    const problem = this.#findProblem();
    if (!problem) return undefined;

    this.#inputs[problem.field].focus();
    return { code: problem.code, message: problem.message };
  }

  #onInput(name, event) {
    const input = this.#inputs[name];
    const isDeleting = event.inputType?.startsWith('delete') ?? false;
    if (name === 'number') reformat(input, formatNumber);
    if (name === 'expiry') reformat(input, (text) => formatExpiry(text, { isDeleting }));
    if (name === 'cvc') input.value = digitsOf(input.value).slice(0, getCvcLength(this.#numberBrand()));
    this.#update();

    const isComplete = name !== 'postal' && this.#isFull(input) && this.#findProblem()?.field !== name;
    if (!isDeleting && isComplete) this.#focusNext(input);
  }

  #onKey(event) {
    if (event.key === 'Escape') this.onEscape();

    const inputs = this.#visibleInputs();
    const index = inputs.indexOf(event.target);
    if (event.key === 'Backspace' && event.target.value === '' && index > 0) {
      event.preventDefault();
      inputs[index - 1].focus();
    }
  }

  #focusNext(input) {
    const inputs = this.#visibleInputs();
    const nextInput = inputs[inputs.indexOf(input) + 1];
    if (input.selectionStart === input.value.length) nextInput?.focus();
  }

  #visibleInputs() {
    const { number, expiry, cvc, postal } = this.#inputs;
    return this.#hidePostalCode ? [number, expiry, cvc] : [number, expiry, cvc, postal];
  }

  #isFull(input) {
    const { number, expiry, cvc } = this.#inputs;
    const digits = digitsOf(input.value).length;
    if (input === number) return digits === getNumberLength(this.#numberBrand());
    if (input === expiry) return digits === 4;
    return input === cvc ? digits === getCvcLength(this.#numberBrand()) : input.value.length >= 3;
  }

  #numberBrand() {
    return detectBrand(digitsOf(this.#inputs.number.value));
  }

  #readTexts() {
    const { number, expiry, cvc, postal } = this.#inputs;
    return {
      number: number.value,
      expiry: expiry.value,
      cvc: cvc.value,
      postal: this.#hidePostalCode ? undefined : postal.value,
    };
  }

  #findProblem() {
    const invalidProblem = findInvalid(this.#readTexts(), new Date());
    if (invalidProblem) return invalidProblem;

    const incompleteProblem = findIncomplete(this.#readTexts());
    return incompleteProblem && this.#touchedFields.has(incompleteProblem.field) ? incompleteProblem : undefined;
  }

  #computeState() {
    const texts = this.#readTexts();
    const problem = this.#findProblem();
    const { code, message } = problem ?? {};
    return {
      brand: this.#numberBrand(),
      complete: !findInvalid(texts, new Date()) && !findIncomplete(texts),
      empty: Object.values(texts).every((value) => !value),
      error: problem && { type: 'validation_error', code, message },
      value: { postalCode: texts.postal ?? '' },
    };
  }

  #update() {
    const state = this.#computeState();
    const problem = this.#findProblem();
    for (const [name, input] of Object.entries(this.#inputs)) {
      input.setAttribute('aria-invalid', String(problem?.field === name));
    }

    this.#brand.textContent = state.brand === 'unknown' ? '' : state.brand.slice(0, 4);

    const stateJson = JSON.stringify(state);
    if (stateJson === this.#reportedState) return;
    this.#reportedState = stateJson;
    this.onChange(state);
  }
}

/** Formats the input's value and keeps the cursor after the same digit. */
function reformat(input, format) {
  const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart)).length;
  const isAtEnd = input.selectionStart === input.value.length;
  const formattedText = format(input.value);
  if (formattedText === input.value) return;

  input.value = formattedText;
  let cursor = formattedText.length;
  if (!isAtEnd) {
    cursor = 0;
    for (let digits = 0; digits < digitsBefore && cursor < formattedText.length; cursor += 1) {
      if (/\d/.test(formattedText[cursor])) digits += 1;
    }
  }

  input.setSelectionRange(cursor, cursor);
}
