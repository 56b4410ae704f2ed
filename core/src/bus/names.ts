/**
 * A test for names such as `ticket.closed.v1`: `*` stands for one token, a last `>` for one or more. Answers are
 * remembered per name.
 */
export function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  const parsed = patterns.map((pattern) => pattern.split('.'))
  const known = new Map<string, boolean>()
  return (name) => {
    let answer = known.get(name)
    if (answer === undefined) {
      const tokens = name.split('.')
      answer = parsed.some((pattern) => matches(pattern, tokens))
      known.set(name, answer)
    }
    return answer
  }
}

function matches(pattern: readonly string[], tokens: readonly string[]): boolean {
  for (const [index, wanted] of pattern.entries()) {
    if (wanted === '>') return tokens.length > index
    if (index >= tokens.length || (wanted !== '*' && wanted !== tokens[index])) return false
  }
  return pattern.length === tokens.length
}
