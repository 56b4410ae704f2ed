import type { Locale } from '@recado/contracts'
import { serveIsolated } from '../../isolation/serve-isolated.ts'
import { TranscriptDocument, type TranscriptEntry, type TranscriptHead } from './transcript-document.ts'
import { transcriptWords } from './transcript-words.ts'

export interface TranscriptInput {
  readonly head: TranscriptHead
  readonly locale: Locale
}

/** Writes a conversation that it is fed message by message, and yields the pieces of the PDF as they are done. */
serveIsolated(async function* (
  { head, locale }: TranscriptInput,
  entries: AsyncIterable<TranscriptEntry>,
): AsyncGenerator<Uint8Array> {
  const words = transcriptWords[locale]
  const document = new TranscriptDocument(head, words)
  let isEmpty = true
  for await (const entry of entries) {
    isEmpty = false
    document.write(entry)
    const done = document.stream.read() as Buffer | null
    if (done) yield done
  }
  if (isEmpty) document.say(words.empty)
  document.end()
  for await (const piece of document.stream) yield piece as Buffer
})
