/** Longest passage, in characters: what a model reads at once, and an agent at a glance. */
const longest = 1_200

export interface Passage {
  /** The headings above it, from the outermost on; empty for what stands above the first. */
  readonly heading: string
  readonly text: string
}

/** Markdown marks at the beginning and the end of words, and addresses behind their texts. */
const plain = (text: string): string =>
  text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\(([^)]*)\)/g, '$1 ($2)')
    .replace(/(^|\s)[*_~`]{1,3}(?=\S)|(?<=\S)[*_~`]{1,3}(?=\s|[.,;:!?]|$)/gm, '$1')
    .trim()

/** A text in pieces of at most so many characters, cut between paragraphs, else sentences, else anywhere. */
function pieces(text: string): string[] {
  if (text.length <= longest) return text === '' ? [] : [text]
  const within = text.slice(0, longest)
  const at = [
    within.lastIndexOf('\n\n'),
    within.lastIndexOf('\n'),
    within.lastIndexOf('. ') + 1,
    within.lastIndexOf(' '),
  ]
  const cut = at.find((place) => place > longest / 3) ?? longest
  return [within.slice(0, cut).trim(), ...pieces(text.slice(cut).trim())].filter((piece) => piece !== '')
}

/** An article in passages, each with the headings above it. What is between fences is text, whatever it looks like. */
export function passagesOf(body: string): Passage[] {
  const headings: string[] = []
  const passages: Passage[] = []
  let lines: string[] = []
  let isFenced = false
  const end = (): void => {
    const heading = headings.filter(Boolean).join(' › ').slice(0, 200)
    passages.push(...pieces(plain(lines.join('\n'))).map((text) => ({ heading, text })))
    lines = []
  }
  for (const line of body.replace(/\r\n?/g, '\n').split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) isFenced = !isFenced
    const [, marks, title] = (!isFenced && /^(#{1,6})\s+(.*?)\s*#*$/.exec(line)) || []
    if (marks === undefined || title === undefined) lines.push(line)
    else {
      end()
      headings.length = marks.length - 1
      headings[marks.length - 1] = plain(title)
    }
  }
  end()
  return passages
}
