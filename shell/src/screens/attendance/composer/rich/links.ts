import { getMarkRange, type Editor } from '@tiptap/core'

/** Words of an editor that a link is to stand behind, and the address that they have. */
export interface ChosenLink {
  readonly from: number
  readonly to: number
  readonly words: string
  readonly href: string | undefined
}

/** What is selected within its first line, or the link that the caret stands in. */
export function chosenLink({ state, schema }: Editor): ChosenLink {
  const { $from, from, to } = state.selection
  const type = schema.marks['link']!
  const around = getMarkRange($from, type)
  const range = around && to <= around.to ? around : { from, to: Math.min(to, $from.end()) }
  const mark = type.isInSet(state.doc.resolve(range.from).nodeAfter?.marks ?? [])
  const href: unknown = mark?.attrs['href']
  return {
    from: range.from,
    to: range.to,
    words: state.doc.textBetween(range.from, range.to),
    ...{ href: typeof href === 'string' ? href : undefined },
  }
}

/** The address that somebody means; undefined for what is none. Brackets would end its mark. */
export function writtenAddress(typed: string): string | undefined {
  const trimmed = typed.trim()
  if (trimmed === '' || /\s/.test(trimmed)) return undefined
  const whole = /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`
  const address = URL.parse(whole)
  if (!address || !/^https?:$/.test(address.protocol) || !/[.:\]]|^localhost$/.test(address.host)) return undefined
  const escaped: Record<string, string> = { '(': '%28', ')': '%29', '<': '%3C', '>': '%3E' }
  const href = whole.replace(/[()<>]/g, (sign) => escaped[sign]!)
  return href.length > 2_000 ? undefined : href
}

/** Puts words with an address in place of those that were chosen; without words the address is what one reads. */
export function keptLink(editor: Editor, { from, to }: ChosenLink, words: string, href: string): void {
  const read = (words.trim() === '' ? href : words.trim()).replace(/[\]\n]/g, '')
  const { schema, state } = editor
  const kept = state.doc.resolve(from).nodeAfter?.marks.filter(({ type }) => type.name !== 'link') ?? []
  const text = schema.text(read, schema.mark('link', { href }).addToSet(from === to ? [] : kept))
  editor.view.dispatch(state.tr.replaceRangeWith(from, to, text).removeStoredMark(schema.marks['link']!))
}

export function removedLink(editor: Editor, { from, to }: ChosenLink): void {
  editor.view.dispatch(editor.state.tr.removeMark(from, to, editor.schema.marks['link']!))
}
