import { MAX_USERNAME_LENGTH } from '../../shared/depth/limits.ts';
import { cleanLine, isBlank } from '../../shared/text/text.ts';

/**
 * The name that a new member begins with: the one they chose, else the part of their email before the @
 * (specification §4 "Auth").
 */
export function initialUsername({ email, preferredUsername }: { email: string; preferredUsername?: string }): string {
  const name = [preferredUsername, email.split('@', 1)[0]].map((text) => cleanLine(text ?? ''));
  const chosen = name.find((text) => !isBlank(text)) ?? 'Diver';
  return [...chosen].slice(0, MAX_USERNAME_LENGTH).join('');
}
