import { cnpj, cpf } from 'cpf-cnpj-validator'
import { findPhoneNumbersInText } from 'libphonenumber-js/max'
import { visible } from './visible.ts'

interface Found {
  readonly kind: 'EMAIL' | 'CPF' | 'CNPJ' | 'CARD' | 'PHONE'
  readonly value: string
}

/** A text without signs that nobody sees, and with the usual digits for wide ones, as some keyboards write them. */
const readable = (text: string): string =>
  visible(text).replace(/[\uff10-\uff19]/g, (digit) => String.fromCodePoint(digit.codePointAt(0)! - 0xfee0))

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** The check digit that ISO/IEC 7812 asks of card numbers. */
function isCardNumber(text: string): boolean {
  const digits = [...digitsOf(text)].toReversed().map(Number)
  if (digits.length < 13 || digits.length > 19 || new Set(digits).size === 1) return false
  const sum = digits.reduce((total, digit, index) => {
    const weighed = index % 2 === 0 ? digit : digit * 2
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}

const rules: readonly { kind: Found['kind']; pattern: RegExp; is(text: string): boolean }[] = [
  { kind: 'EMAIL', pattern: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gu, is: () => true },
  // Letters too: what CNPJ consist of since 2026.
  {
    kind: 'CNPJ',
    pattern: /(?<![\dA-Z])[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}(?!\d)/giu,
    is: (text) => cnpj.isValid(text),
  },
  {
    kind: 'CPF',
    pattern: /(?<!\d)\d{3}[.\s]?\d{3}[.\s]?\d{3}[-\s\u2010-\u2015./]?\d{2}(?!\d)/gu,
    is: (text) => cpf.isValid(text),
  },
  { kind: 'CARD', pattern: /(?<!\d)\d(?:[-\s.\u2010-\u2015]?\d){12,18}(?!\d)/gu, is: isCardNumber },
]

/**
 * Numbers of documents, cards and telephones, and e-mail addresses, which are replaced by names before a text leaves
 * and put back into the answer. The same value has the same name everywhere in one question.
 */
export class PersonalData {
  readonly #names = new Map<string, string>()
  readonly #values = new Map<string, string>()

  /** How many different values were replaced. */
  get count(): number {
    return this.#names.size
  }

  /** Whether there is anything to hide in a text. */
  finds(text: string): boolean {
    return this.hide(text) !== readable(text)
  }

  #nameOf({ kind, value }: Found): string {
    const known = this.#names.get(value)
    if (known !== undefined) return known
    const name = `<${kind}_${this.#names.size + 1}>`
    this.#names.set(value, name)
    this.#values.set(name, value)
    return name
  }

  hide(written: string): string {
    const text = readable(written)
    const hidden = rules.reduce(
      (before, { kind, pattern, is }) =>
        before.replace(pattern, (value) => (is(value) ? this.#nameOf({ kind, value }) : value)),
      text,
    )
    // From the last one to the first, so that places before it stay right.
    return findPhoneNumbersInText(hidden, { defaultCountry: 'BR', extended: true })
      .toReversed()
      .reduce(
        (before, { startsAt, endsAt }) =>
          before.slice(0, startsAt) +
          this.#nameOf({ kind: 'PHONE', value: before.slice(startsAt, endsAt) }) +
          before.slice(endsAt),
        hidden,
      )
  }

  /** Values in the place of their names; a name that was never given stays as it is. */
  reveal(text: string): string {
    return text.replace(/<(?:EMAIL|CNPJ|CPF|CARD|PHONE)_\d{1,5}>/g, (name) => this.#values.get(name) ?? name)
  }

  /** The same in arguments of functions, at any depth. */
  revealIn(value: unknown): unknown {
    return inTexts(value, (text) => this.reveal(text))
  }

  /** Hides values in arguments of functions, at any depth. */
  hideIn(value: unknown): unknown {
    return inTexts(value, (text) => this.hide(text))
  }
}

/** A value with each of its texts made anew. */
function inTexts(value: unknown, make: (text: string) => string): unknown {
  if (typeof value === 'string') return make(value)
  if (Array.isArray(value)) return value.map((item) => inTexts(item, make))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inTexts(item, make)]))
}

/** Longest name; what may be the beginning of one is kept back until it is known. */
const longestName = 13

/** Reveals a text that comes in pieces: a name may be cut anywhere. */
export class RevealingStream {
  #kept = ''
  readonly #data: PersonalData
  constructor(data: PersonalData) {
    this.#data = data
  }

  add(piece: string): string {
    const text = this.#kept + piece
    const opened = text.lastIndexOf('<')
    const isOpen = opened >= 0 && !text.includes('>', opened) && text.length - opened <= longestName
    this.#kept = isOpen ? text.slice(opened) : ''
    return this.#data.reveal(isOpen ? text.slice(0, opened) : text)
  }

  end(): string {
    const rest = this.#data.reveal(this.#kept)
    this.#kept = ''
    return rest
  }
}
