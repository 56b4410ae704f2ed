/** Something a client says: an atom or string, or a list of such. */
export type Token = string | readonly Token[]
export interface Command {
  readonly tag: string
  readonly name: string
  readonly tokens: readonly Token[]
}

/** Reads one command, its literals already in place as `{n}\r\n…`. Undefined for what is none. */
export function readCommand(text: string): Command | undefined {
  const [, tag, name, rest = ''] = /^(\S+) (UID \w+|\w+)(?: ([\s\S]*))?$/i.exec(text) ?? []
  return tag === undefined ? undefined : { tag, name: name!.toUpperCase(), tokens: new Tokens(rest).all() }
}

class Tokens {
  readonly #text: string
  #at = 0
  constructor(text: string) {
    this.#text = text
  }

  all(closing?: ')'): Token[] {
    const tokens: Token[] = []
    for (;;) {
      while (this.#text[this.#at] === ' ') this.#at++
      const character = this.#text[this.#at]
      if (character === undefined) return tokens
      if (character === ')') {
        this.#at++
        if (closing) return tokens
        continue
      }
      tokens.push(this.#next(character))
    }
  }

  #next(character: string): Token {
    if (character === '(') {
      this.#at++
      return this.all(')')
    }
    if (character === '"') return this.#quoted()
    const literal = /^\{(\d+)\+?\}\r\n/.exec(this.#text.slice(this.#at, this.#at + 20))
    if (literal) {
      const start = this.#at + literal[0].length
      this.#at = start + Number(literal[1])
      return this.#text.slice(start, this.#at)
    }
    // The section of BODY[…] may hold spaces and parentheses.
    const [atom] = /^(?:[^\s()[\]]|\[[^\]]*\])+/.exec(this.#text.slice(this.#at)) ?? [character]
    this.#at += atom.length
    return atom
  }

  #quoted(): string {
    const [whole, inner = ''] = /^"((?:[^"\\]|\\.)*)"?/.exec(this.#text.slice(this.#at))!
    this.#at += whole.length
    return inner.replace(/\\(.)/g, '$1')
  }
}
