/* Signatures of agents' messages (S6-025). Free of zod: the composer shows with it the text that the server will
   send. */

/** The longest signature, in characters. */
export const signatureLength = 80

/** A user's choice for their own messages. An empty `text` is the user's name. */
export interface SignatureChoice {
  readonly isOn: boolean
  readonly text: string
}

/** Author of a message and the rules for their signature. `wanted` is their choice for this one message, if any. */
export interface Signing {
  readonly name: string
  readonly choice: SignatureChoice | undefined
  /** The company signs every message of its people. */
  readonly isForced: boolean
  readonly wanted?: boolean | undefined
}

/**
 * Signature of a message of this user; null for an unsigned one. A signature that the company forces cannot be switched
 * off.
 */
export function signatureOf({ name, choice, isForced, wanted }: Signing): string | null {
  if (!isForced && !(wanted ?? choice?.isOn ?? false)) return null
  const written = oneLine(choice?.text ?? '')
  return written === '' ? oneLine(name) : written
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/**
 * A text with its signature: in a chat above it, so that the contact knows the author before they read; in a letter
 * below it, where the channel adds its own. A signature that is already there, in a forwarded or edited message, is not
 * added twice.
 */
export function signedText(text: string, signature: string | null, place: 'above' | 'below' = 'above'): string {
  if (signature === null || text === '') return text
  const [above, below] = [`${signature}:\n`, `\n\n${signature}`]
  if (place === 'above') return text.startsWith(above) ? text : above + text
  return text.endsWith(below) ? text : text + below
}
