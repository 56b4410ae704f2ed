/** Encoding of a text: GSM-7 as long as every character is in its alphabet, UCS-2 as soon as one is not. */
export type SmsEncoding = 'gsm7' | 'ucs2'
export interface SmsSize {
  readonly encoding: SmsEncoding
  /** Units that the operator counts: septets of GSM-7, UTF-16 units of UCS-2. */
  readonly units: number
  /** Number of charged SMS; an empty text is none. */
  readonly segments: number
  /** Units that still fit into the last of them. */
  readonly left: number
}

/** GSM 03.38, without its escape. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ ' +
    '!"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Reached by an escape, so they count twice. */
const extended = new Set('\f^{}\\[~]|€')
/** Units of a single SMS, and of each part where several are joined: the joining takes six octets. */
const capacity = { gsm7: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } } as const

/** Counts a text as operators do. Pure; server, composer and campaigns count alike. */
export function smsSize(text: string): SmsSize {
  const characters = [...text]
  const encoding = characters.every((character) => basic.has(character) || extended.has(character)) ? 'gsm7' : 'ucs2'
  const widths = characters.map((character) =>
    encoding === 'ucs2' ? character.length : extended.has(character) ? 2 : 1,
  )
  const units = widths.reduce((sum, width) => sum + width, 0)
  const { single, part } = capacity[encoding]
  if (units <= single) return { encoding, units, segments: units === 0 ? 0 : 1, left: single - units }
  let segments = 1
  let used = 0
  for (const width of widths) {
    // Neither an escape and its character nor the two halves of an emoji are torn apart: a unit may stay empty.
    if (used + width > part) {
      segments++
      used = 0
    }
    used += width
  }
  return { encoding, units, segments, left: part - used }
}

/** A Portuguese text without accents usually needs half as many SMS: `ã` and `ç` are not in GSM-7. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
