/** Texts that say why a message can't be sent again. */
export const texts = {
  partnerLeft: "It can't be sent, because this member has left. You can still copy the text.",
  partnerAbove: "It can't be sent until you've ascended.",
  limitReached: (time: string) => `You've reached the limit of new conversations. You can send it from ${time}.`,
} as const;
