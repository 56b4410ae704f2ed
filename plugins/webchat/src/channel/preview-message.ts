/**
 * What the settings of a connection say to the preview (widget/preview): the settings as they are typed, and the
 * conversation that is shown, in the language of who types.
 */
export interface PreviewMessage {
  readonly mark: 'recado.webchat.preview'
  readonly values: Readonly<Record<string, unknown>>
  readonly locale: string
  /** Name of who answers in the conversation. */
  readonly agent: string
  readonly question: string
  readonly answer: string
}
