import type { AttributeDefinition, AttributeValue } from '@recado/contracts'

/* Values of attributes as people type them into a field that does not know of which kind they are. */

const plain = (text: string): string => text.trim().toLowerCase()
const yes = ['true', 'yes', 'sim', 'sí', 'si', 'да', '1']
const no = ['false', 'no', 'não', 'nao', 'нет', '0']
const isoDay = /^\d{4}-\d{2}-\d{2}$/
const writtenDay = /^(\d{2})[/.](\d{2})[/.](\d{4})$/

/**
 * Typed text as the attribute's value: an option by its id or its label, a day as `2026-11-22` or `22/11/2026`, yes and
 * no in the languages of the product, several options with commas between them. Undefined for an invalid one.
 */
export function enteredValue(
  { type, options }: Pick<AttributeDefinition, 'type' | 'options'>,
  entered: string,
): AttributeValue | undefined {
  const text = entered.trim()
  const optionOf = (name: string): string | undefined =>
    (options.find(({ id }) => id === name.trim()) ?? options.find(({ label }) => plain(label) === plain(name)))?.id
  switch (type) {
    case 'text':
    case 'link':
      return text === '' ? undefined : text
    case 'number':
      return text === '' || !Number.isFinite(Number(text.replace(',', '.')))
        ? undefined
        : Number(text.replace(',', '.'))
    case 'date':
      return dayOf(text)
    case 'boolean':
      return yes.includes(plain(text)) ? true : no.includes(plain(text)) ? false : undefined
    case 'choice':
      return optionOf(text)
    case 'choices': {
      const chosen = text
        .split(',')
        .filter((name) => name.trim() !== '')
        .map(optionOf)
      return chosen.length === 0 || chosen.includes(undefined) ? undefined : (chosen as string[])
    }
  }
}

function dayOf(text: string): string | undefined {
  const [, day, month, year] = writtenDay.exec(text) ?? []
  const iso = day === undefined ? text : `${year!}-${month!}-${day}`
  // A day that no calendar has turns into another one.
  return isoDay.test(iso) && !Number.isNaN(Date.parse(iso)) && new Date(iso).toISOString().startsWith(iso)
    ? iso
    : undefined
}
