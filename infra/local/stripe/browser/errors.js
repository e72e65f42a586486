/** The error for a request without a response. It may have arrived. */
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

/** POSTs a form, or GETs without one, and returns the response's body. Returns an error if there is no response. */
export async function callStripe(url, form) {
  try {
    const response = await fetch(url, form && { method: 'POST', body: form });
    return await response.json();
  } catch {
    return { error: NOT_CONNECTED };
  }
}
