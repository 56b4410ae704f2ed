/** What stands before a number where people and pages write it: addresses of programs, labels in our languages. */
const label = new RegExp(
  `^(?:(?:https?:/*)?(?:wa\\.me/|(?:api|web)\\.whatsapp\\.com/send/?\\?phone=)|(?:tel(?:e?fone?|[eé]fono|[eé]phone)?|` +
    `telefone|tlf|fone?|phone|ph|cel(?:ular)?|m[oó]vil|mobile|whats(?:app)?|wa|zap|sms(?:to)?|callto|тел(?:ефон)?)` +
    `[\\s.:/]*)(?=[+(\\d])`,
  'iu',
)
/** "ramal 3", "ext. 3", "x3", ";ext=3" and other parameters of an address. */
const extension =
  /(?:;[a-z-]+=.*|[?&][a-z]+=.*|[\s,;]*(?:ramal|ram\.|r\.|ext(?:\.|ens\S{1,5})?|int(?:\.|erno)?|anexo|доб\.?|x)[\s.:]*\d{1,6})$/iu
/** "(WhatsApp)", "(8h às 18h)", "- Ana": what it is, when or whose, behind the number. */
const note = /\s*\((?=[^()]*\p{L})[^()+]{1,40}\)$|(?<=\d\)?)[\s,;:-]+\p{L}[\p{L}\s.]{0,40}$/u
/** "Contato:", "Fone/Fax:": any words that a colon parts from the number. */
const named = /^[\p{L}\s./]{1,30}:\s*(?=[+(\d])/u
/** Signs around a number in a text, and those that are no part of one within it. */
const around = /^(?:[\s"'`“”‘’«»<{*_=]|\[(?!\+\d{1,3}\]))+|[\s"'`“”‘’«»>\]}*_.,;:]+$/gu
const within = /(?<=\d)[_·•](?=\d)/gu
/** "(0xx11)": the place of the carrier in front of the area, as Brazil has written it since 1999. */
const carrier = /^((?:\+?\s*55\s*)?\(?)\s*(?:0\s*[x*]{2}[\s-]*)+(?=\(?\d{2})/iu
/** A number that a spreadsheet took for one to calculate with. */
const fraction = /(?<=^\+?\d{8,15})\.0+$/u
/** A number in the notation of spreadsheets, with all of its digits: "5,511987654321E+12". */
const powers = /^(\d)[.,](\d{7,14})e\+?(\d{1,2})$/iu
/** What stands between two numbers. A slash and a comma stand within one as well. */
const between = /\s*[/|;,\n]\s*|\s+(?:ou|or|o|e|y|and|и|или)\s+/giu
/** Every shorter row of digits is a part of a number. */
const shortest = 8
/** E.164 has no longer number. */
const longest = 15
/** Nobody writes so much around a number. */
const farthest = 200

const digitsIn = (text: string): number => text.match(/\d/g)?.length ?? 0

/** The value of a digit of any script: each has its ten in a row. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0)!
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return value
}

/** The first of several numbers: in front of the mark is a whole one, and behind it what does not belong to it. */
function firstOf(text: string): string {
  for (const { index } of text.matchAll(between)) {
    const front = digitsIn(text.slice(0, index))
    const rest = digitsIn(text.slice(index))
    if (front >= shortest && (rest >= shortest || front + rest > longest)) return text.slice(0, index)
  }
  return text
}

/**
 * A number as it was meant when it was pasted: web pages and documents bring dashes of every kind, directional marks,
 * invisible joiners and digits of other scripts; people write what it is before it and an extension behind it. Of two
 * numbers the first is meant. Total, and the same when it is done twice; what is no number comes out as no number.
 */
export const pastedPhone = (text: string): string => {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[^\P{Nd}0-9]/gu, (digit) => String(valueOf(digit)))
    .replace(/(?<=\d)\u30fc(?=\d)/gu, '-')
    .replace(/^[\s\p{So}\ufe0f]+/u, '')
  if (plain.length > farthest) return plain.trim()
  return firstOf(plain.replace(around, '').replace(within, ' '))
    .replace(/(?<=[?&]phone=)%2B/iu, '+')
    .replace(label, '')
    .replace(named, '')
    .replace(fraction, '')
    .replace(powers, (whole, first: string, rest: string, power: string) =>
      rest.length === Number(power) ? first + rest : whole,
    )
    .trimEnd()
    .replace(note, '')
    .replace(extension, '')
    .replace(carrier, '$1')
    .replace(/^[([]\s*\+\s*(\d{1,3})\s*[)\]]/, '+$1 ')
    .replace(/^(\+\s*\d{1,3}\s*)\(0\)/, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Digits alone, with country code, as people sign in with them; undefined for what cannot be a phone number. */
export function phoneDigits(text: string): string | undefined {
  const digits = pastedPhone(text).replace(/[\s().+-]/g, '')
  return /^\d{8,15}$/.test(digits) ? digits : undefined
}

/**
 * A Brazilian mobile number in E.164 as it is written since the ninth digit, whichever way it is given; any other
 * number as it is. Landlines begin with 2 to 5. The database has the same rule, and a property test holds the two
 * equal.
 */
export const withNinthDigit = (e164: string): string =>
  e164.replace(/^\+55([1-9]\d)([6-9]\d{7})$/, (_, area, subscriber) => `+55${area}9${subscriber}`)

/** The same number as it was written before; undefined for one that never was without its ninth digit. */
export function withoutNinthDigit(e164: string): string | undefined {
  const [, area, subscriber] = /^\+55([1-9]\d)9([6-9]\d{7})$/.exec(e164) ?? []
  return area === undefined ? undefined : `+55${area}${subscriber}`
}
