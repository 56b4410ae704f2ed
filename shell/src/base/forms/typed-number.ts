/** What is typed and is no number is left to the server to refuse, so that nobody loses it. */
export const numberOf = (text: string): number =>
  /^\d+$/.test(text.trim()) ? Number(text) : (text as unknown as number)
