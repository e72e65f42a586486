/** Texts of card payments. */
export const texts = {
  card: 'Card details',
  cardNote: 'Your card number goes directly to Stripe. Fathom never sees it.',
  loadingCard: 'Loading the card form...',
  cardFormMissing: "The card form couldn't be loaded.",
  loadAgain: 'Load again',
  cardIncomplete: 'Enter your card number, expiry date, and security code.',
  notCompleted: "The payment wasn't completed. Please try again.",
};
