import { cnpj, cpf } from 'cpf-cnpj-validator'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { NodeOf, Option, Validation, VariableTest } from '../graph/graph.ts'
import { matchesPattern } from '../graph/patterns.ts'
import type { Said } from './state.ts'

/* What a customer's answer means to a block. */

/** Without case, accents and blanks around: as people compare words. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').trim().replace(/\s+/gu, ' ').toLowerCase()

/** Whether the whole message is one of these words. */
export const isOneOf = (words: readonly string[], text: string): boolean => {
  const said = folded(text)
  return said !== '' && words.some((word) => folded(word) === said)
}

/** Id of an option where it is sent as a button: one of another menu is not meant. */
export const choiceOf = (node: string, option: string): string => `${node}:${option}`

/** The option that an answer chooses: by a button, by its words, or by its number where these are shown. */
export function chosen({ id, data }: NodeOf<'menu'>, said: Said): Option | undefined {
  const { options, display } = data
  const pressed = options.find((option) => said.choice === choiceOf(id, option.id))
  if (pressed) return pressed
  const named = options.find(({ label, keys }) => isOneOf([label, ...keys], said.text))
  if (named || display === 'none') return named
  const [, number] = /^\D?(\d{1,2})\D?$/.exec(said.text.trim()) ?? []
  return number === undefined ? undefined : options[Number(number) - 1]
}

/** Day, month and year as people write them, day first, or ISO 8601. */
function dateOf(text: string): string | undefined {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  const [y, m, d] = [year ?? isoYear, month ?? isoMonth, day ?? isoDay].map(Number) as [number, number, number]
  const date = new Date(Date.UTC(y, m - 1, d))
  // The 31st of April is no date, and becomes none in May.
  if (Number.isNaN(date.getTime()) || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) return undefined
  return date.toISOString().slice(0, 10)
}

function numberOf(text: string): number | undefined {
  const plain = text.replace(/\s/g, '')
  // 1.234,56 and 1,234.56: the last separator is the decimal one, if it is not one of thousands.
  const decimal = /^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/.test(plain)
    ? plain.replaceAll('.', '').replace(',', '.')
    : /^[+-]?\d{1,3}(,\d{3}){2,}(\.\d+)?$|^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(plain)
      ? plain.replaceAll(',', '')
      : plain.replace(',', '.')
  return /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(decimal) ? Number(decimal) : undefined
}

/** The answer as it is kept; undefined for one that does not fit. */
export function accepted({ kind, pattern, min, max }: Validation, said: Said): string | undefined {
  const text = said.text.trim()
  switch (kind) {
    case 'any':
      return text !== '' || said.hasFile ? text : undefined
    case 'email':
      return text.length <= 254 && /^[^\s@<>()]{1,64}@[^\s@<>().]+(\.[^\s@<>().]+)+$/.test(text)
        ? text.toLowerCase()
        : undefined
    case 'number': {
      const number = numberOf(text)
      return number === undefined || (min !== null && number < min) || (max !== null && number > max)
        ? undefined
        : String(number)
    }
    case 'date':
      return dateOf(text)
    case 'cpf':
      return cpf.isValid(text) ? cpf.format(text) : undefined
    case 'cnpj':
      return cnpj.isValid(text) ? cnpj.format(text) : undefined
    case 'cpfCnpj':
      return cpf.isValid(text) ? cpf.format(text) : cnpj.isValid(text) ? cnpj.format(text) : undefined
    case 'phone': {
      const phone = text.length <= 40 ? parsePhoneNumberFromString(text, 'BR') : undefined
      return phone?.isValid() ? phone.number : undefined
    }
    case 'pattern':
      return matchesPattern(pattern, text) ? text : undefined
  }
}

/** Whether a variable is what a test says; numbers are compared as numbers where both are. */
export function isSo({ is }: Pick<VariableTest, 'is'>, held: string, wanted: string): boolean {
  const [a, b] = [folded(held), folded(wanted)]
  switch (is) {
    case 'equals':
      return a === b
    case 'contains':
      return a.includes(b)
    case 'startsWith':
      return a.startsWith(b)
    case 'filled':
      return a !== ''
    case 'empty':
      return a === ''
    case 'greater':
    case 'less': {
      const [x, y] = [numberOf(held), numberOf(wanted)]
      if (x !== undefined && y !== undefined) return is === 'greater' ? x > y : x < y
      return is === 'greater' ? a > b : a < b
    }
  }
}
