/** The error for a request without a response. The request may have succeeded. */
export const NOT_CONNECTED = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try ' +
    'again.',
};

/** Returns the error for a mistake in the page's own code. */
export function integrationError(message) {
  return Object.assign(new Error(message), { name: 'IntegrationError' });
}

/** Sends the form in a POST, or a GET if there is no form. Returns the response's body, or NOT_CONNECTED as error. */
export async function callStripe(url, form) {
  try {
    const response = await fetch(url, form && { method: 'POST', body: form });
    return await response.json();
  } catch {
    return { error: NOT_CONNECTED };
  }
}
