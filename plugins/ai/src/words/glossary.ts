/** A term of a company in one language; without a language it is a name, which is the same in all of them. */
interface Form {
  readonly language: string | undefined
  readonly text: string
}
type Entry = readonly Form[]

/** A term in a text, and how it is said in the language that the text is translated into. */
export interface Term {
  readonly said: string
  readonly becomes: string
}

/** Longest glossary, in characters, and most of its terms that are named for one text. */
export const longestGlossary = 10_000
const mostTerms = 50
const longestForm = 100
const tagged = /^([a-z]{2,3}(?:-[a-z\d]{2,8})*)\s*:\s*(\S.*)$/i

function formOf(text: string): Form {
  const [, language, term] = tagged.exec(text) ?? []
  return { language: language?.toLowerCase(), text: term ?? text }
}

function entryOf(line: string): Entry | undefined {
  const forms = line.split('=').map((form) => formOf(form.trim()))
  const languages = new Set(forms.map(({ language }) => language))
  const isName = forms.length === 1 && languages.has(undefined)
  if (!isName && (forms.length === 1 || languages.has(undefined) || languages.size < forms.length)) return undefined
  return forms.every(({ text }) => text !== '' && text.length <= longestForm) ? forms : undefined
}

/**
 * Reads a glossary: on each line one term with its languages (`pt: nota fiscal = en: invoice`), or a name that stays as
 * it is. Undefined where a line is something else.
 */
export function readGlossary(text: string): readonly Entry[] | undefined {
  const entries = text
    .normalize()
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(entryOf)
  return entries.every((entry) => entry !== undefined) ? entries : undefined
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character)

/** Whether a term stands in a text as whole words; both in lower case. */
function stands(term: string, text: string): boolean {
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1)
    const [after] = text.slice(at + term.length, at + term.length + 2)
    if (!isWordCharacter(before) && !isWordCharacter(after)) return true
  }
  return false
}

const primary = (language: string | undefined): string | undefined => language?.split('-', 1)[0]

/** The form for a language: its whole tag before its first part (`pt` for `pt-BR`). */
const formFor = (entry: Entry, language: string): Form | undefined =>
  entry.find((form) => form.language === language) ??
  entry.find((form) => primary(form.language) === primary(language)) ??
  entry.find((form) => form.language === undefined)

/** Terms of a glossary that stand in a text and have a word in a language. Pure and total. */
export function termsIn(text: string, glossary: string, language: string): readonly Term[] {
  const words = text.normalize().toLowerCase()
  const terms = (readGlossary(glossary) ?? []).flatMap((entry): Term[] => {
    const target = formFor(entry, language.toLowerCase())
    const said = entry.find((form) => stands(form.text.toLowerCase(), words))
    return target && said ? [{ said: said.text, becomes: target.text }] : []
  })
  return terms.slice(0, mostTerms)
}

/** What a model is told of the terms in a text; nothing where there are none. */
export function glossaryRule(text: string, glossary: string | undefined, language: string): string {
  const terms = termsIn(text, glossary ?? '', language)
  if (terms.length === 0) return ''
  const pairs = terms.map(({ said, becomes }) => `${JSON.stringify(said)} as ${JSON.stringify(becomes)}`)
  return ` The company's own words are translated so: ${pairs.join('; ')}.`
}
