import { object, oneOf, record, text, type Shape } from '../protocol/guards.ts'

/**
 * What the settings of a connection say to the preview: the settings as they are typed, and the conversation that is
 * shown, in the language of who types.
 */
export const PreviewMessage = object({
  mark: oneOf('recado.webchat.preview'),
  values: record({}),
  locale: text(20),
  agent: text(200),
  question: text(500),
  answer: text(500),
})
export type PreviewMessage = Shape<typeof PreviewMessage>
