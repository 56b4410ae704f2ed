import { Editor, Extension, Mark, Node } from '@tiptap/core'
import { closeHistory, history, redo, undo } from '@tiptap/pm/history'
import { Slice, type Node as DocumentNode } from '@tiptap/pm/model'
import { EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import { documentOf, linesOfDocument } from './document.ts'
import { isSame, linesOfMarkup, type Line } from './lines.ts'
import { linesOfHtml } from './pasted-lines.ts'
import { writtenLines } from './written-lines.ts'

const nodes = [
  Node.create({ name: 'doc', topNode: true, content: 'block+' }),
  Node.create({ name: 'paragraph', group: 'block', content: 'text*', renderHTML: () => ['p', 0] }),
  Node.create({ name: 'text', group: 'inline' }),
  Node.create({ name: 'blockquote', group: 'block', content: 'paragraph+', renderHTML: () => ['blockquote', 0] }),
  Node.create({ name: 'bulletList', group: 'block list', content: 'listItem+', renderHTML: () => ['ul', 0] }),
  Node.create({
    name: 'orderedList',
    group: 'block list',
    content: 'listItem+',
    addAttributes: () => ({ start: { default: 1 } }),
    renderHTML: ({ HTMLAttributes }) => ['ol', HTMLAttributes, 0],
  }),
  Node.create({ name: 'listItem', content: 'paragraph', defining: true, renderHTML: () => ['li', 0] }),
  Node.create({
    name: 'codeBlock',
    group: 'block',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    renderHTML: () => ['pre', ['code', 0]],
  }),
]

const marks = [
  Mark.create({
    name: 'link',
    inclusive: false,
    addAttributes: () => ({ href: { default: null } }),
    renderHTML: ({ HTMLAttributes }) => ['a', { ...HTMLAttributes, rel: 'noopener noreferrer nofollow' }, 0],
  }),
  Mark.create({ name: 'strong', renderHTML: () => ['strong', 0] }),
  Mark.create({ name: 'emphasis', renderHTML: () => ['em', 0] }),
  Mark.create({ name: 'struck', renderHTML: () => ['s', 0] }),
  Mark.create({ name: 'code', inclusive: false, renderHTML: () => ['code', 0] }),
]

const keys = Extension.create({
  name: 'keys',
  addKeyboardShortcuts() {
    const { editor } = this
    const leaves = () => editor.commands.liftListItem('listItem') || liftsQuote(editor)
    return {
      Enter: () =>
        (isEmptyLine(editor.state) && leaves()) ||
        editor.commands.first(({ commands }) => [
          () => commands.newlineInCode(),
          () => commands.splitListItem('listItem'),
          () => commands.splitBlock(),
        ]),
      'Shift-Enter': () =>
        editor.commands.first(({ commands }) => [() => commands.newlineInCode(), () => commands.splitBlock()]),
      Backspace: () => editor.state.selection.empty && editor.state.selection.$from.parentOffset === 0 && leaves(),
      'Mod-z': () => undo(editor.state, editor.view.dispatch),
      'Mod-y': () => redo(editor.state, editor.view.dispatch),
      'Shift-Mod-z': () => redo(editor.state, editor.view.dispatch),
    }
  },
  addProseMirrorPlugins: () => [history(), asItIsRead()],
})

const isEmptyLine = ({ selection }: EditorState): boolean =>
  selection.empty && selection.$from.parent.content.size === 0

const liftsQuote = (editor: Editor): boolean => editor.isActive('blockquote') && editor.commands.lift('blockquote')

/**
 * Shows at once what the marks of the text mean, whoever wrote them: `*one*` typed is strong, and what no mark can say
 * is drawn without. What stands in the editor is what arrives.
 */
function asItIsRead(): Plugin {
  let isComposing = () => false
  return new Plugin({
    view: (view) => {
      isComposing = () => view.composing
      return {}
    },
    appendTransaction(changes, _before, state) {
      if (!changes.some(({ docChanged }) => docChanged) || isComposing()) return null
      if (changes.some((change) => change.getMeta(isReading))) return null
      const { lines, places } = linesOfDocument(state.doc)
      const written = writtenLines(lines)
      const read = linesOfMarkup(written.text)
      if (isSame(lines, read)) return null
      const { selection, storedMarks } = state
      const held = storedMarks ?? selection.$from.marks()
      const at = offsetOf(places, written, selection.head)
      const change = replaced(state, read).setMeta(isReading, true)
      return change.setSelection(selectionAt(change.doc, at, at)).setStoredMarks(held)
    },
  })
}
const isReading = 'reading'

/** A change that puts these lines in place of all others, and leaves blocks alone that are the same. */
function replaced(state: EditorState, lines: readonly Line[]): Transaction {
  const { doc } = state
  const next = documentOf(state.schema, lines)
  const shared = Math.min(doc.childCount, next.childCount)
  let first = 0
  while (first < shared && doc.child(first).eq(next.child(first))) first += 1
  let last = 0
  while (last < shared - first && doc.child(doc.childCount - 1 - last).eq(next.child(next.childCount - 1 - last)))
    last += 1
  const sizeOf = (of: DocumentNode, from: number, to: number) =>
    of.children.slice(from, to).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  const start = sizeOf(doc, 0, first)
  const put = next.children.slice(first, next.childCount - last)
  return state.tr.replaceWith(start, start + sizeOf(doc, first, doc.childCount - last), put)
}

type Places = ReturnType<typeof linesOfDocument>['places']

function offsetOf(places: Places, written: ReturnType<typeof writtenLines>, position: number): number {
  const line = Math.max(
    0,
    places.findLastIndex(({ from }) => from <= position),
  )
  const { from, to } = places[line] ?? { from: 0, to: 0 }
  return written.offsetAt(line, Math.max(0, Math.min(position, to) - from))
}

/** A selection of a document between two offsets of its text. */
function selectionAt(doc: DocumentNode, from: number, to: number): TextSelection {
  const { lines, places } = linesOfDocument(doc)
  const written = writtenLines(lines)
  const position = (offset: number) => {
    const { line, before } = written.placeAt(offset)
    const place = places[line]!
    return Math.min(place.from + before, place.to)
  }
  return TextSelection.create(doc, position(from), position(to))
}

/** The editor's text with marks, and the selection as offsets of it. */
export interface RichText {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** What an editor holds now. */
export function richTextOf({ doc, selection }: EditorState): RichText {
  const { lines, places } = linesOfDocument(doc)
  const written = writtenLines(lines)
  return {
    text: written.text,
    from: offsetOf(places, written, selection.from),
    to: offsetOf(places, written, selection.to),
  }
}

export function selectOffsets(editor: Editor, from: number, to: number): void {
  editor.view.dispatch(editor.state.tr.setSelection(selectionAt(editor.state.doc, from, to)))
}

/**
 * Puts text with marks in place of a stretch of the editor's, with the caret behind it. Undo brings the old text back.
 */
export function putText(editor: Editor, inserted: string, from: number, to: number): void {
  const { text } = richTextOf(editor.state)
  const change = replaced(editor.state, linesOfMarkup(text.slice(0, from) + inserted + text.slice(to)))
  const at = from + inserted.length
  change.setSelection(selectionAt(change.doc, at, at))
  editor.view.dispatch(closeHistory(change).scrollIntoView())
}

/** Shows another text, as one that was kept: nothing before it can be undone. */
export function showText(editor: Editor, text: string): void {
  const { schema, plugins } = editor.state
  const doc = documentOf(schema, linesOfMarkup(text))
  editor.view.updateState(EditorState.create({ doc, plugins, selection: selectionAt(doc, text.length, text.length) }))
}

/** Lines that are pasted: the first and the last one join the lines that they are pasted into. */
function sliceOf(editor: Editor, lines: readonly Line[]): Slice {
  const doc = documentOf(editor.schema, lines)
  const opens = (node: DocumentNode | null | undefined) => (node?.type.name === 'paragraph' ? 1 : 0)
  return new Slice(doc.content, opens(doc.firstChild), opens(doc.lastChild))
}

/** Makes an editor of a text within an element. The editor is destroyed by its caller. */
export function makeEditor(element: HTMLElement, text: string): Editor {
  const editor: Editor = new Editor({
    element,
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    extensions: [...nodes, ...marks, keys],
    onBeforeCreate: ({ editor: made }) => {
      made.options.content = documentOf(made.schema, linesOfMarkup(text)).toJSON()
    },
    editorProps: {
      clipboardTextParser: (pasted) => sliceOf(editor, linesOfMarkup(pasted.replace(/\r\n?/g, '\n'))),
      clipboardTextSerializer: (slice) => slice.content.textBetween(0, slice.content.size, '\n'),
      handleDOMEvents: {
        // Before the editor reads the page itself: it would keep what its own form of documents knows.
        paste: (view, event) => {
          const html = event.clipboardData?.getData('text/html') ?? ''
          if (html === '' || editor.isActive('codeBlock')) return false
          const lines = linesOfHtml(html)
          if (lines.length === 0) return false
          event.preventDefault()
          view.dispatch(view.state.tr.replaceSelection(sliceOf(editor, lines)).scrollIntoView())
          return true
        },
      },
    },
  })
  return editor
}
