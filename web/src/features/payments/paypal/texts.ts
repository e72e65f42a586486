/** Texts of PayPal payments. */
export const texts = {
  note: 'You approve the payment at PayPal, then return here.',
  loading: 'Loading PayPal...',
  loadFailed: "PayPal couldn't be loaded. Check your connection and try again.",
  retry: 'Retry',
  finishNote: (depth: string, price: string) =>
    `You approved ${price} for ${depth}, but we don't know yet if the payment went through.`,
  finish: 'Finish the payment',
};
