/** Mistakes that the author has to correct: sentences that each name the mistake and the correction. */
export class CommandError extends Error {
  readonly sentences: readonly string[]
  constructor(...sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'CommandError'
    this.sentences = sentences
  }
}
