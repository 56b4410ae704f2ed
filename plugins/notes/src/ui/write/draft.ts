import type { Named } from '../../notes/mentions.ts'

/** What is being written: the words as they are typed, and who was picked for them. */
export interface NoteDraft {
  readonly text: string
  readonly people: readonly Named[]
}

/**
 * As the shell keeps it, one text; nothing when nothing is written. Picks that are not in the words any more are left
 * out.
 */
export const writeDraft = ({ text, people }: NoteDraft): string =>
  text === '' ? '' : JSON.stringify({ text, people: people.filter(({ name }) => text.includes(`@${name}`)) })

/** Nothing but {@link writeDraft} writes drafts. */
export const readDraft = (kept: string): NoteDraft =>
  kept === '' ? { text: '', people: [] } : (JSON.parse(kept) as NoteDraft)
