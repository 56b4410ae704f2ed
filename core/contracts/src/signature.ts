/* How what an agent writes is signed (S6-025). Free of zod: the composer shows with it what the server will send. */

/** The longest signature, in characters. */
export const signatureLength = 80

/** What a user chose for their own messages. An empty `text` is the user's name. */
export interface SignatureChoice {
  readonly isOn: boolean
  readonly text: string
}

/** Who writes, and what holds for them. `wanted` is what they said for this one message, if anything. */
export interface Signing {
  readonly name: string
  readonly choice: SignatureChoice | undefined
  /** The company signs every message of its people. */
  readonly isForced: boolean
  readonly wanted?: boolean | undefined
}

/**
 * With what a message of this user is signed; null for one that is not. What the company forces nobody switches off.
 */
export function signatureOf({ name, choice, isForced, wanted }: Signing): string | null {
  if (!isForced && !(wanted ?? choice?.isOn ?? false)) return null
  const written = oneLine(choice?.text ?? '')
  return written === '' ? oneLine(name) : written
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/**
 * A text with its signature: in a chat above it, so that the contact knows who speaks before they read; in a letter
 * below it, where the channel adds what it has of its own. One that stands there already, in what is sent once more or
 * edited, is not put on twice.
 */
export function signedText(text: string, signature: string | null, place: 'above' | 'below' = 'above'): string {
  if (signature === null || text === '') return text
  const [above, below] = [`${signature}:\n`, `\n\n${signature}`]
  if (place === 'above') return text.startsWith(above) ? text : above + text
  return text.endsWith(below) ? text : text + below
}
