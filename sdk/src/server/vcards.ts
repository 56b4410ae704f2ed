/** A person on a vCard. Numbers and addresses are as they were written; what a card does not say is left out. */
export interface Card {
  readonly name: string
  readonly phones: string[]
  readonly emails?: string[] | undefined
  readonly organisation?: string | undefined
}

const maxCards = 50
const unescaped = (value: string): string =>
  value.replace(/\\([,;\\nN])/g, (_, character: string) => (/n/i.test(character) ? ' ' : character)).trim()

/**
 * The people of a vCard file, of version 2.1 to 4.0, for adapters: 50 at most, with 20 numbers and addresses each.
 * Pure and total; none for what is no card. `decode` reads the bytes of values that are quoted-printable; UTF-8 without
 * it.
 */
export function readCards(text: string, decode: (bytes: Buffer) => string = (bytes) => bytes.toString()): Card[] {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/=\n/g, '')
    .replace(/\n[ \t]/g, '')
    .split('\n')
  const cards: Card[] = []
  let card: Draft | undefined
  for (const line of lines) {
    const [, name, parameters = '', raw] = /^(?:[\w-]+\.)?([\w-]{1,30})((?:;[^:]{0,200})?):(.*)$/.exec(line) ?? []
    const value = raw === undefined ? '' : /quoted-printable/i.test(parameters) ? decode(unquoted(raw)) : raw
    switch (name?.toUpperCase()) {
      case 'BEGIN':
        if (/^vcard$/i.test(value.trim())) card = { phones: [], emails: [] }
        break
      case 'FN':
        if (card && value.trim() !== '') card.name ??= unescaped(value).slice(0, 200)
        break
      case 'N':
        if (card)
          card.parts ??= value
            .split(/(?<!\\);/)
            .slice(0, 2)
            .toReversed()
            .map(unescaped)
            .join(' ')
            .trim()
            .slice(0, 200)
        break
      case 'TEL':
        if (card && card.phones.length < 20) card.phones.push(unescaped(value).replace(/^tel:/i, '').slice(0, 60))
        break
      case 'EMAIL':
        if (card && card.emails.length < 20)
          card.emails.push(
            unescaped(value)
              .replace(/^mailto:/i, '')
              .slice(0, 254),
          )
        break
      case 'ORG':
        // The organisation, and its units behind semicolons.
        if (card) card.organisation ??= unescaped(value.split(/(?<!\\);/, 1)[0]!).slice(0, 200)
        break
      case 'END':
        if (card && cards.length < maxCards) cards.push(finished(card))
        card = undefined
        break
    }
  }
  return cards
}

interface Draft {
  name?: string
  parts?: string
  organisation?: string
  readonly phones: string[]
  readonly emails: string[]
}

function finished({ name, parts, organisation, ...said }: Draft): Card {
  const [phones, emails] = [said.phones, said.emails].map((values) => values.filter((value) => value !== ''))
  return {
    name: name ?? (parts || organisation || phones![0] || emails![0] || 'vCard'),
    phones: phones!,
    ...(emails!.length > 0 && { emails: emails! }),
    ...(organisation && { organisation }),
  }
}

const unquoted = (value: string): Buffer =>
  Buffer.from(
    value.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

const escaped = (value: string): string =>
  value
    // oxlint-disable-next-line no-control-regex
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .replace(/[\\,;]/g, '\\$&')
    .trim()

/** Cards of version 3.0, which every program reads; for adapters whose provider takes people in that form. */
export const writeCards = (cards: readonly Card[]): string =>
  cards
    .map(({ name, phones, emails = [], organisation }) =>
      [
        'BEGIN:VCARD',
        'VERSION:3.0',
        `FN:${escaped(name)}`,
        `N:${escaped(name)};;;;`,
        ...(organisation ? [`ORG:${escaped(organisation)}`] : []),
        ...phones.map((phone) => `TEL;TYPE=CELL:${escaped(phone)}`),
        ...emails.map((email) => `EMAIL;TYPE=INTERNET:${escaped(email)}`),
        'END:VCARD',
        '',
      ].join('\r\n'),
    )
    .join('')
