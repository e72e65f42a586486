/** The mailed code as it was typed into a form, or pasted: its digits are often shown in groups. */
export function readCode(form: FormData): string {
  return String(form.get('code')).replace(/\s/g, '');
}
