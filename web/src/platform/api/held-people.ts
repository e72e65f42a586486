import type { QueryClient } from '@tanstack/react-query';

/** Somebody in an answer, as a card, a row or a whole profile: with more fields or fewer. */
type HeldPerson = Readonly<Record<string, unknown>>;

/**
 * Changes what is held of one person, in whichever answer they appear and however deep inside: a member can be on a
 * dashboard, in a list and on a profile at once, and must not differ from themselves.
 */
export function changeHeldPerson(client: QueryClient, id: string, change: (person: HeldPerson) => HeldPerson): void {
  client.setQueriesData({}, (held: unknown) => changeWithin(held, id, change));
}

function changeWithin(value: unknown, id: string, change: (person: HeldPerson) => HeldPerson): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => changeWithin(entry, id, change));
    // What nobody has changed stays the same object: React then has nothing to do.
    return entries.some((entry, index) => entry !== value[index]) ? entries : value;
  }
  const before = Object.entries(value);
  const after = before.map(([name, entry]) => [name, changeWithin(entry, id, change)] as const);
  const whole: HeldPerson = after.some(([, entry], index) => entry !== before[index]?.[1])
    ? Object.fromEntries(after)
    : (value as HeldPerson);
  return whole.id === id && 'username' in whole ? change(whole) : whole;
}
