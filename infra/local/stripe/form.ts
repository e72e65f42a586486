/** A form's fields. What has brackets in its name is nested: `metadata[uid]=1` is `{ metadata: { uid: '1' } }`. */
export interface Form {
  readonly [name: string]: string | Form;
}

interface GrowingForm {
  [name: string]: string | GrowingForm;
}

/** No request of the SDKs goes deeper, and nobody's request shall go very deep. */
const MAX_DEPTH = 8;

/**
 * Reads a query or a form-encoded body as Stripe does. Lists, too, become forms: `a[]=x&a[]=y` and `a[0]=x&a[1]=y` are
 * both `{ a: { 0: 'x', 1: 'y' } }`, because a name of metadata may be a number as well. Of two fields of one name the
 * last one counts.
 */
export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) put(form, segments(name), value);
  return form;
}

/** The texts of a list, in their order. A single text is a list of one. */
export function textList(value: string | Form | undefined): string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [value];
  return Object.values(value).filter((entry) => typeof entry === 'string');
}

function put(form: GrowingForm, path: readonly string[], value: string): void {
  let target = form;
  for (const segment of path.slice(0, -1)) {
    const name = segment || nextIndex(target);
    const inner = target[name];
    const next = typeof inner === 'object' ? inner : emptyForm();
    target[name] = next;
    target = next;
  }
  target[path.at(-1) || nextIndex(target)] = value;
}

function segments(name: string): string[] {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (first === undefined || rest === undefined) return [name];
  const inner = [...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, segment]) => segment ?? '');
  return inner.length < MAX_DEPTH ? [first, ...inner] : [name];
}

function nextIndex(form: GrowingForm): string {
  return String(Object.keys(form).length);
}

/** Without a prototype: the names come from outside. */
function emptyForm(): GrowingForm {
  return Object.create(null);
}
