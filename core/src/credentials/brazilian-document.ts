import { bareDocument } from '@recado/contracts'
import { cnpj, cpf } from 'cpf-cnpj-validator'

/**
 * A CPF or CNPJ as {@link bareDocument} has it, with the right check digits; undefined for what is neither (S5-012).
 */
export function brazilianDocument(text: string): string | undefined {
  const bare = bareDocument(text)
  if (bare === undefined) return undefined
  return (bare.length === 11 ? cpf : cnpj).isValid(bare, true) ? bare : undefined
}
