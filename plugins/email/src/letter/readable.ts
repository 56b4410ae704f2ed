/** Characters that no text has: control characters other than white space and escapes. */
// oxlint-disable-next-line no-control-regex
const control = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x9f]/gu
/** Characters that stand for bytes without a meaning, and those that Unicode gives none. */
const lost = /[\ufffd\p{Cn}\p{Cs}]/gu
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

const maxControls = 0.05
const maxLost = 0.3

/** Whether a person could read this: it has visible characters, and is not the bytes of something else. */
export const isReadable = (text: string): boolean => visible.test(text.replace(lost, '')) && !isGarbled(text)

/** Whether this is made from bytes that are no text, or a text in a charset that nobody knows. */
export function isGarbled(text: string): boolean {
  const controls = text.match(control)?.length ?? 0
  const losses = text.match(lost)?.length ?? 0
  return (controls > 2 && controls > text.length * maxControls) || losses > text.length * maxLost
}
