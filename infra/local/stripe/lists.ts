import { invalidRequest, missing } from './errors.ts';
import { positiveInteger, text } from './fields.ts';
import { type Form, textList } from './form.ts';
import { own, type StripeStore } from './store.ts';

/** https://docs.stripe.com/api/pagination */
const PAGE = 10;
const LONGEST_PAGE = 100;

/**
 * A page of a list: the newest first, from what `starting_after` names.
 *
 * @param objects the oldest first.
 * @throws StripeApiError for a page that is too long, or begins after what is not in the list.
 */
export function listOf<T extends { readonly id: string }>(url: string, objects: readonly T[], form: Form): object {
  const limit = positiveInteger(form, 'limit') ?? PAGE;
  if (limit > LONGEST_PAGE) {
    throw invalidRequest(`This value must be less than or equal to ${LONGEST_PAGE} (it currently is '${limit}').`, {
      code: 'parameter_invalid_integer',
      param: 'limit',
    });
  }
  const newest = objects.toReversed();
  const after = text(form, 'starting_after');
  const position = after === undefined ? -1 : newest.findIndex(({ id }) => id === after);
  if (after !== undefined && position === -1) {
    throw missing('object', after, { param: 'starting_after', status: 400 });
  }
  const data = newest.slice(position + 1, position + 1 + limit);
  return { object: 'list', data, has_more: newest.length > position + 1 + limit, url };
}

/**
 * A copy of an object, with whole objects in place of the ids that `expand[]` names: https://docs.stripe.com/expand
 *
 * @throws StripeApiError for what is no id.
 */
export function expanded(object: object, form: Form, store: StripeStore): object {
  const paths = textList(form.expand);
  if (paths.length === 0) return object;
  const copy: unknown = structuredClone(object);
  for (const path of paths) expand(copy, path.split('.'), { path, store });
  return copy as object;
}

function expand(target: unknown, steps: readonly string[], at: { path: string; store: StripeStore }): void {
  const [step, ...rest] = steps;
  if (step === undefined || target === null) return;
  if (Array.isArray(target)) {
    for (const entry of target) expand(entry, steps, at);
    return;
  }
  if (typeof target !== 'object' || !Object.hasOwn(target, step)) throw notExpandable(at.path);
  const holder = target as Record<string, unknown>;
  const value = holder[step];
  if (typeof value === 'string') {
    const whole = byId(at.store, value);
    if (!whole) throw notExpandable(at.path);
    holder[step] = structuredClone(whole);
  } else if (rest.length === 0 && value !== null && !Array.isArray(value)) throw notExpandable(at.path);
  expand(holder[step], rest, at);
}

function byId({ account }: StripeStore, id: string): object | undefined {
  const { intents, charges, refunds, disputes, balanceTransactions, methods } = account;
  return [intents, charges, refunds, disputes, balanceTransactions]
    .map((record: Readonly<Record<string, object>>) => own(record, id))
    .concat(own(methods, id)?.method)
    .find((object) => object !== undefined);
}

function notExpandable(path: string): Error {
  return invalidRequest(
    `This property cannot be expanded (${path}). You may want to try expanding an object that holds it.`,
    { param: 'expand' },
  );
}
