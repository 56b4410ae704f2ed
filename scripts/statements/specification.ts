import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

/** One sentence of the specification. */
export interface Statement {
  /** `S<part>-<nnn>`. */
  readonly id: string
  /** The part of the specification, 1 to 9. */
  readonly part: number
  readonly area: string
  readonly kind: string
  readonly text: string
  /** Error codes, or the type of a log entry, that the sentence names. */
  readonly codes: readonly string[]
}

const row = /^\| (S([1-9])-\d{3}) \| ([\w-]+) \| ([\w-]+) \| (.+) \|$/gm

/** Every statement of docs/specification, in the order of the ids. Throws when an id stands twice. */
export function readSpecification(): readonly Statement[] {
  const statements = globSync('docs/specification/[1-9]-*.md', { cwd: root })
    .sort()
    .flatMap((path) => statementsIn(readFileSync(join(root, path), 'utf8')))
  const ids = new Set(statements.map(({ id }) => id))
  if (ids.size < statements.length) throw new Error('docs/specification holds an id twice')
  return statements
}

/** The statements of one page. */
export function statementsIn(page: string): readonly Statement[] {
  return [...page.matchAll(row)].map(([, id, part, area, kind, text]) => ({
    id: id!,
    part: Number(part),
    area: area!,
    kind: kind!,
    text: text!,
    codes: kind === 'api' ? [] : [...text!.matchAll(/`(\w+)`/g)].map(([, code]) => code!),
  }))
}

/** The ids that a text cites, with ranges such as `S5-001…007` spelled out. */
export function citedIds(text: string): string[] {
  return [...text.matchAll(/\b(S[1-9])-(\d{3})(?:…(?:\1-)?(\d{3}))?/g)].flatMap(([, part, from, to = from]) => {
    const length = Math.max(Number(to) - Number(from) + 1, 1)
    const numbers = Array.from({ length }, (_, place) => Number(from) + place)
    return numbers.map((number) => `${part}-${String(number).padStart(3, '0')}`)
  })
}
