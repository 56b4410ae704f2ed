/** The pattern of `ilike` for texts that contain `words` as they are; null for no words, which is no condition. */
export const containing = (words: string): string | null =>
  words === '' ? null : `%${words.replace(/[\\%_]/g, '\\$&')}%`
