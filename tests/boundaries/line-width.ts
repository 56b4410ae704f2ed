/** Width that the formatter keeps in code. Comments and files of SQL it leaves as they are. */
const width = 120

/**
 * Numbers of the lines that are too long: of comments, and of a file of SQL all. Strings and statements within code are
 * the formatter's, and a word that cannot be divided, such as an address, may be as long as it is.
 */
export function longLines(file: string, text: string): number[] {
  const isSql = file.endsWith('.sql')
  let isInside = false
  return text.split('\n').flatMap((line, index) => {
    const begins = !isSql && /^\s*\/\*/.test(line)
    const isComment = isSql || isInside || begins || /^\s*\/\//.test(line)
    isInside = !isSql && (isInside || begins) && !line.includes('*/')
    return isComment && line.length > width && line.trim().split(/\s+/).length > 2 ? [index + 1] : []
  })
}
