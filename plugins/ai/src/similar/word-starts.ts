import { plain } from '../agent/hand-over/plain.ts'

/** Letters of a word that count: its forms end differently. Shorter words say little. */
const [longest, shortest] = [6, 4]
/** Words of one text at most. */
const most = 60

/** Beginnings of the words of a text, each once, in their order. */
export const wordStarts = (text: string): string[] =>
  [
    ...new Set(
      plain(text)
        .trim()
        .split(' ')
        .filter((word) => word.length >= shortest)
        .map((word) => word.slice(0, longest)),
    ),
  ].slice(0, most)
