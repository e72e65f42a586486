/** Texts of the receipt of a purchase. */
export const receiptTexts = {
  product: 'Fathom',
  title: 'Receipt',
  // Labels of the lines
  date: 'Date',
  number: 'Receipt number',
  item: 'Item',
  depth: 'Depth',
  method: 'Paid with',
  name: 'Member',
  email: 'Email',
  amount: 'Amount',
  // Values
  providers: { stripe: 'Credit Card', paypal: 'PayPal' },
  currency: (price: string) => `$${price} USD`,
  // Below the lines
  thanks: 'Thank you for rising with us.',
  print: 'Print',
  close: 'Close',
};
