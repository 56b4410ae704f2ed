import { TimeAgo } from './TimeAgo.tsx'

/** Stands for the time while the sentence is put together; no text of the shell holds it. */
const mark = '\u0000'

/** A sentence with {@link TimeAgo} in it: `sentence` puts the text that it is given where the time belongs. */
export function TimeInSentence({ at, sentence }: { at: string; sentence(when: string): string }) {
  const [before, after] = sentence(mark).split(mark)
  return (
    <>
      {before}
      <TimeAgo at={at} />
      {after}
    </>
  )
}
