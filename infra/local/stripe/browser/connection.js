/** What is answered in place of an answer that did not come. Whether the request arrived is not known. */
export const NOT_CONNECTED = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try ' +
    'again.',
};
