/** A text without accents and capitals, so that “acoes” finds “Ações”. For comparing, never for showing. */
export const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
