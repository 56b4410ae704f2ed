import type { Part } from '../../../base/contracts.ts'

/**
 * The parts of a message with other words in the place of its own: those of its texts, its letter and what is written
 * to its files become one. Files and everything else stay. Without such a part nothing changes.
 */
export function inOtherWords(parts: readonly Part[], words: string): Part[] {
  let left = words
  const take = (): string => {
    const taken = left
    left = ''
    return taken
  }
  return parts
    .map((part): Part => {
      if (part.kind === 'text' || part.kind === 'html') return { kind: 'text', text: take(), format: 'plain' }
      return part.kind === 'media' && part.caption ? { ...part, caption: take() } : part
    })
    .filter((part) => part.kind !== 'text' || part.text !== '')
}
