/** Something the author has to put right: sentences, each of which says what and how. */
export class CommandError extends Error {
  readonly sentences: readonly string[]
  constructor(...sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'CommandError'
    this.sentences = sentences
  }
}
