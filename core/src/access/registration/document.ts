import { cnpj, cpf } from 'cpf-cnpj-validator'

/**
 * A CPF or CNPJ without its mask, letters in upper case; undefined for what is neither (S5-012). CNPJs with letters, as
 * they are given out since 2026, count too (reading 25).
 */
export function brazilianDocument(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/[.\-/\s]/g, '')
    .toUpperCase()
  if (/^\d{11}$/.test(bare)) return cpf.isValid(bare, true) ? bare : undefined
  return /^[0-9A-Z]{12}\d{2}$/.test(bare) && cnpj.isValid(bare, true) ? bare : undefined
}
