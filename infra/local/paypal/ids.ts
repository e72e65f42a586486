import { randomInt } from 'node:crypto';

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const MIXED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id as orders, captures, refunds and webhooks have it: 17 characters, unless told otherwise. */
export function newId(length = 17): string {
  return randomText(UPPER, length);
}

/** A key as PayPal gives it to an application: 80 characters. */
export function newKey(first: string): string {
  return first + randomText(MIXED, 80 - first.length);
}

/** An event's id. */
export function newEventId(): string {
  return `WH-${newId()}-${newId()}`;
}

/** This moment as resources tell it: in UTC, to the second. */
export function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}

function randomText(characters: string, length: number): string {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
}
