import { visible } from '../privacy/visible.ts'

/* A link is fetched by whoever shows a preview of it, without a click: an address that a model has put together tells
   its owner whatever stands in it. */

const written = /(?:https?:\/\/|\bwww\.)[^\s<>"]+|(?<![\w@.-])(?:[\w-]+\.)+[a-z]{2,}\/[^\s<>"]+/gi
/** What belongs to the sentence around an address. */
const around = /[)\]}'.,;:!?*_~`]+$/
const host = /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

const small = (text: string): string => visible(text).toLowerCase()
const hostIn = (address: string): string => address.replace(/^https?:\/\//, '').split(/[/?#:]/)[0]!

/**
 * The host of the first address in an answer that stands nowhere in what the model read, letter for letter, and that is
 * at no host which the company's instructions name; undefined where there is none.
 */
export function inventedAddress(
  answer: string,
  { instructions, read }: { readonly instructions: string; readonly read: readonly string[] },
): string | undefined {
  const hosts = new Set(small(instructions).match(host))
  const known = read.map(small)
  for (const [found] of small(answer).matchAll(written)) {
    const address = found.replace(around, '')
    const at = hostIn(address)
    if (!hosts.has(at) && !known.some((text) => text.includes(address))) return at
  }
  return undefined
}
