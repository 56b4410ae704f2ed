import { ChannelError, splitText, type MediaPart, type Part } from '@recado/sdk'
import type { ProductFacts } from '../channel/product.ts'
import { templateMessage } from '../templates/message.ts'

type Json = Readonly<Record<string, unknown>>
/** Kind of a file as Meta names it, and how it is given: by an id of an upload, or by a public address. */
export interface GivenFile {
  readonly type: 'image' | 'video' | 'audio' | 'file'
  readonly payload: Json
}
/** One message: the content of `message`, with its file once that was given to Meta. */
export interface Step {
  readonly file?: MediaPart
  /** A template goes out at any time, and is never an answer. */
  readonly isTemplate?: true
  content(file: GivenFile | undefined): Json
}

/** Quick replies: at most 13, of 20 characters each (Messenger Platform, quick replies). */
const choice = { count: 13, title: 20, payload: 1_000 }

type Facts = Pick<ProductFacts, 'maxText' | 'countsBytes' | 'hasTemplates'>

/**
 * The messages that send these parts, in order. Pure.
 * @throws ChannelError `unsupported` for what Meta's products cannot say
 */
export const planOf = (parts: readonly Part[], facts: Facts): Step[] => parts.flatMap((part) => stepsOf(part, facts))

function stepsOf(part: Part, facts: Facts): Step[] {
  switch (part.kind) {
    case 'text':
    case 'html':
      return textSteps(part.text, facts)
    case 'interactiveReply':
      return textSteps(part.label, facts)
    case 'media':
      return [
        { file: part, content: (file) => ({ attachment: file }) },
        ...(part.caption === undefined ? [] : textSteps(part.caption, facts)),
      ]
    case 'interactive':
      return choiceSteps(part, facts)
    case 'template':
      if (!facts.hasTemplates) break
      return [{ isTemplate: true, content: () => ({ template: templateMessage(part) }) }]
    case 'location':
    case 'contacts':
    case 'letterHead':
    case 'poll':
    case 'pendingMedia':
    case 'unsupported':
  }
  throw new ChannelError({
    kind: 'unsupported',
    code: 'UNSUPPORTED',
    message: `a part of kind ${part.kind} cannot be sent`,
    certain: true,
  })
}

function textSteps(text: string, { maxText, countsBytes }: Facts): Step[] {
  const pieces = splitText(text, maxText, countsBytes ? 'bytes' : 'utf16')
  return pieces.map((piece) => ({ content: () => ({ text: piece }) }))
}

/** Choices that fit are buttons below the words; others are written as numbered text. */
function choiceSteps({ body, buttons = [], list = [] }: Extract<Part, { kind: 'interactive' }>, facts: Facts): Step[] {
  const choices = [...buttons, ...list]
  const fits =
    choices.length > 0 &&
    choices.length <= choice.count &&
    choices.every(({ id, label }) => [...label].length <= choice.title && id.length <= choice.payload)
  if (!fits) {
    const lines = choices.map(({ label, hint }, index) => `${index + 1}. ${label}${hint ? ` – ${hint}` : ''}`)
    return textSteps([body, ...lines].join('\n'), facts)
  }
  const steps = textSteps(body, facts)
  const last = steps.pop()!
  const replies = choices.map(({ id, label }) => ({ content_type: 'text', title: label, payload: id }))
  return [...steps, { content: () => ({ ...last.content(undefined), quick_replies: replies }) }]
}
