/** A text that is no number is left to the server to refuse, so that it is not lost. */
export const numberOf = (text: string): number =>
  /^\d+$/.test(text.trim()) ? Number(text) : (text as unknown as number)
