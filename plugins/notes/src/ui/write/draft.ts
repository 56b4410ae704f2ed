import type { Named } from '../../notes/mentions.ts'

/** A note being written: the typed text, and the picked users. */
export interface NoteDraft {
  readonly text: string
  readonly people: readonly Named[]
}

/**
 * The draft as the shell keeps it, one text; empty for an empty draft. Picks that are not in the text any more are left
 * out.
 */
export const writeDraft = ({ text, people }: NoteDraft): string =>
  text === '' ? '' : JSON.stringify({ text, people: people.filter(({ name }) => text.includes(`@${name}`)) })

/** Drafts are written by {@link writeDraft} alone. */
export const readDraft = (kept: string): NoteDraft =>
  kept === '' ? { text: '', people: [] } : (JSON.parse(kept) as NoteDraft)
