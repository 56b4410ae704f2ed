/** Characters of a line, which the formatter keeps where it can break one. */
const width = 120

/**
 * A word of this length has no place to be divided: an address, an encoded file, the signature of a function. Its line
 * may be as long as it needs.
 */
const indivisible = 90

/** Begins a test or a group of tests, whose title stays on one line so that it can be searched for. */
const title = /^\s*(it|test|describe)\b/

/** Is a regular expression and nothing else. */
const expression = /^\s*(const \w+ = )?\/[^/*]/

/** Numbers of the lines that are too long: of code, comments, statements, style sheets and texts alike. */
export function longLines(text: string): number[] {
  const lines = text.split('\n')
  const mayBeLong = (line: string, index: number): boolean =>
    title.test(line) ||
    expression.test(line) ||
    (/^\s*['"`]/.test(line) && title.test(lines[index - 1] ?? '')) ||
    line.split(/\s+/).some((word) => word.length > indivisible)
  return lines.flatMap((line, index) => (line.length > width && !mayBeLong(line, index) ? [index + 1] : []))
}
