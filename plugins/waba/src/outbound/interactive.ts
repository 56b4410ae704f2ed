import type { Part } from '@recado/sdk'

type InteractivePart = Extract<Part, { kind: 'interactive' }>
type Json = Readonly<Record<string, unknown>>

/** Longest parts of interactive messages, in characters (Cloud API, interactive messages). */
const maxBody = 1_024
const button = { count: 3, title: 20, id: 256 }
const row = { count: 10, title: 24, hint: 72, id: 200 }

const length = (text: string): number => [...text].length
const fits = (text: string, limit: number): boolean => text !== '' && length(text) <= limit

/**
 * Choices as WhatsApp draws them: up to three as buttons, up to ten as a list. Undefined where something is too long or
 * too many for both; then they are written as numbered text.
 */
export function interactiveContent(
  { body, buttons = [], list = [] }: InteractivePart,
  listButton: string,
): Json | undefined {
  const choices = [...buttons, ...list]
  if (!fits(body, maxBody) || choices.length === 0 || new Set(choices.map(({ id }) => id)).size !== choices.length)
    return undefined
  const asButtons =
    list.length === 0 &&
    choices.length <= button.count &&
    choices.every(({ id, label, hint }) => hint === undefined && fits(label, button.title) && fits(id, button.id))
  if (asButtons)
    return {
      type: 'button',
      body: { text: body },
      action: { buttons: choices.map(({ id, label }) => ({ type: 'reply', reply: { id, title: label } })) },
    }
  const asList =
    choices.length <= row.count &&
    choices.every(
      ({ id, label, hint }) =>
        fits(label, row.title) && fits(id, row.id) && (hint === undefined || fits(hint, row.hint)),
    )
  if (!asList) return undefined
  return {
    type: 'list',
    body: { text: body },
    action: {
      button: listButton,
      sections: [
        {
          rows: choices.map(({ id, label, hint }) => ({
            id,
            title: label,
            ...(hint !== undefined && { description: hint }),
          })),
        },
      ],
    },
  }
}

/** The same as text: people answer with the number or the words. */
export const numberedText = ({ body, buttons = [], list = [] }: InteractivePart): string =>
  [
    body,
    ...[...buttons, ...list].map(
      ({ label, hint }, index) => `${index + 1}. ${label}${hint === undefined ? '' : ` – ${hint}`}`,
    ),
  ].join('\n')
