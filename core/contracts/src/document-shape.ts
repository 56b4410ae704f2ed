/**
 * A CPF or CNPJ without its mask, letters in upper case; undefined for what has the length of neither (S5-012). CNPJs
 * with letters, as they are given out since 2026, count too (reading 25). Check digits are the server's business.
 */
export function bareDocument(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/[.\-/\s]/g, '')
    .toUpperCase()
  return /^(\d{11}|[0-9A-Z]{12}\d{2})$/.test(bare) ? bare : undefined
}
