import { contract } from '../../shared/contract/contract.ts';
import { buildHttpRequest } from '../../shared/contract/http-request.ts';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';

const { confirmRegistration, resetPassword } = contract.credentials;

/** The parts of a response that a stranger sees. */
interface GuessResponse {
  readonly status: number;
  readonly code: string;
  readonly error: string;
  /** `Retry-After` in minutes, rounded up, so that the seconds between two requests don't matter. Null if missing. */
  readonly minutesToWait: number | null;
}

/** The number of codes with six digits. */
const CODE_COUNT = 1_000_000;

/** Returns a wrong code of six digits. Another offset gives another wrong code. */
export function createWrongCode(code: string, offset = 1): string {
  return String((Number(code) + offset) % CODE_COUNT).padStart(6, '0');
}

/** Number of wrong codes that {@link guessCodes} enters. */
const GUESSES = 10;

/** Enters {@link GUESSES} wrong codes for an email, one after another. */
export async function guessCodes(
  { apiUrl }: RuntimeConfig,
  endpoint: typeof confirmRegistration | typeof resetPassword,
  { email, code }: { readonly email: string; readonly code: string },
): Promise<GuessResponse[]> {
  const responses: GuessResponse[] = [];
  for (let guess = 1; guess <= GUESSES; guess++) {
    const wrongCode = createWrongCode(code, guess);
    const { path, body } = buildHttpRequest(endpoint, { email, code: wrongCode, password: 'kelp-forest-9' });
    const headers = { 'content-type': 'application/json' };

    const response = await fetch(`${apiUrl}${path}`, { method: 'POST', body, headers });

    const refusal = (await response.json()) as Pick<GuessResponse, 'code' | 'error'>;
    const seconds = response.headers.get('retry-after');
    const minutesToWait = seconds === null ? null : Math.ceil(Number(seconds) / 60);

    responses.push({ status: response.status, code: refusal.code, error: refusal.error, minutesToWait });
  }

  return responses;
}
