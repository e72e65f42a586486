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
