import type { Part } from '@recado/sdk'
import { faces, gradesOf } from '../survey/kind.ts'
import type { StoredRequest } from './request-store.ts'

/* How a survey is asked: what the channel shows, and how a chosen grade is known again. */

/** Ids of offered grades begin so. */
const choicePrefix = 'grade:'
/** Grade of a chosen button or row; null for anything else. */
export function choiceOf(parts: readonly Part[]): number | null {
  for (const part of parts)
    if (part.kind === 'interactiveReply' && part.id.startsWith(choicePrefix)) {
      const grade = Number(part.id.slice(choicePrefix.length))
      if (Number.isInteger(grade)) return grade
    }
  return null
}

/** Longest text above choices that every channel with choices shows (WhatsApp's limit), in characters. */
const longestBody = 1_024

/** How many choices a channel shows as buttons and as rows of a list. */
export interface ChoiceRoom {
  readonly buttons: number
  readonly listRows: number
}

/**
 * The question with all grades as buttons where the channel has enough of them, else as a list where that has rows
 * enough. Without either, grades from 1 on are numbered by core, whose numbers are then the grades; from 0 on numbers
 * and grades would differ, so the words stand alone. `room` is undefined for a channel that is gone.
 */
export function question(
  text: string,
  { kind, terms }: Pick<StoredRequest, 'kind' | 'terms'>,
  room: ChoiceRoom = { buttons: 0, listRows: 0 },
): Part {
  const choices = gradesOf(terms).map((grade) => ({
    id: `${choicePrefix}${grade}`,
    label: kind === 'csat' ? `${faces[grade - 1]!}` : String(grade),
  }))
  const isShown = choices.length <= Math.max(room.buttons, room.listRows) && [...text].length <= longestBody
  if (!isShown && terms.lowest !== 1) return { kind: 'text', text, format: 'markdown' }
  return {
    kind: 'interactive',
    body: text,
    ...(isShown && choices.length <= room.buttons ? { buttons: choices } : { list: choices }),
  }
}
