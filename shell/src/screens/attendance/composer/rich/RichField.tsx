import type { ComposerBinding, ComposerField } from '@recado/sdk/ui'
import type { Editor } from '@tiptap/core'
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { useKeysInForce } from '../../../../base/shortcuts/bindings-context.ts'
import { hits } from '../../../../base/shortcuts/keys.ts'
import { makeEditor, putText, richTextOf, selectOffsets, showText } from './editor.ts'
import { markActs } from '../marking.ts'
import { RichBar } from './RichBar.tsx'
import { toggles } from './toggles.ts'

export interface RichFieldProps {
  field: Ref<ComposerField>
  /** The text with its marks, which is what is kept and sent. */
  text: string
  label: string
  placeholder: string
  describedBy: string | undefined
  binding: Pick<ComposerBinding, 'fieldProps' | 'moved'>
  hasBar: boolean
  onText(text: string): void
  /** Keys that the composer takes before the editor does: it prevents their default. */
  onKeyDown(event: KeyboardEvent): void
  onBlur(): void
  onFiles(files: readonly File[]): void
}

/** How a letter is set, in the editor and nowhere else: the thread draws the same with components of its own. */
const page =
  '[&_.ProseMirror]:min-h-20 [&_.ProseMirror]:px-3 [&_.ProseMirror]:pt-2.5 [&_.ProseMirror]:pb-1.5 ' +
  '[&_.ProseMirror]:wrap-anywhere [&_.ProseMirror]:whitespace-break-spaces [&_.ProseMirror]:outline-none ' +
  '[&_strong]:font-semibold [&_ul]:list-disc [&_ul]:pl-6 [&_ol]:list-decimal [&_ol]:pl-6 ' +
  '[&_blockquote]:border-l-2 [&_blockquote]:border-line-strong [&_blockquote]:pl-2.5 ' +
  '[&_blockquote]:text-ink-muted [&_a]:underline [&_a]:decoration-1 [&_a]:underline-offset-2 ' +
  '[&_code]:rounded-sm [&_code]:bg-hover [&_code]:px-1 [&_code]:font-mono [&_code]:text-[0.92em] ' +
  '[&_pre]:rounded-md [&_pre]:bg-hover [&_pre]:px-2.5 [&_pre]:py-1.5'

/** The text of a letter as it will look: an editor over the same marks that other channels are written with. */
export function RichField(props: RichFieldProps) {
  const { field, text, label, placeholder, describedBy, binding, hasBar, onKeyDown, onBlur, onFiles } = props
  const { bindings } = useKeysInForce()
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const latest = useRef(props)
  const known = useRef(text)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const made = makeEditor(place.current!, known.current)
    made.on('transaction', ({ transaction }) => {
      const { text: written, to } = richTextOf(made.state)
      const isNew = transaction.docChanged && written !== known.current
      known.current = written
      if (isNew) latest.current.onText(written)
      latest.current.binding.moved(written, to)
    })
    setEditor(made)
    return () => made.destroy()
  }, [])
  useEffect(() => {
    if (!editor || text === known.current) return
    known.current = text
    showText(editor, text)
  }, [editor, text])

  const { fieldProps } = binding
  const isExpanded = fieldProps['aria-expanded'] === true
  const listId = fieldProps['aria-controls']
  const activeId = fieldProps['aria-activedescendant']
  useEffect(() => {
    editor?.view.setProps({
      attributes: {
        'aria-label': label,
        enterkeyhint: 'enter',
        tabindex: '0',
        ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
        ...(isExpanded
          ? { role: 'combobox', 'aria-expanded': 'true', 'aria-autocomplete': 'list' }
          : { role: 'textbox', 'aria-multiline': 'true', 'aria-placeholder': placeholder }),
        ...(listId !== undefined && { 'aria-controls': listId }),
        ...(activeId !== undefined && { 'aria-activedescendant': activeId }),
      },
    })
  }, [editor, label, placeholder, describedBy, isExpanded, listId, activeId])

  useImperativeHandle(
    field,
    (): ComposerField => ({
      get selectionStart() {
        return editor ? richTextOf(editor.state).from : known.current.length
      },
      get selectionEnd() {
        return editor ? richTextOf(editor.state).to : known.current.length
      },
      setSelectionRange: (from, to) => {
        if (editor) selectOffsets(editor, from, to)
      },
      // The view's own focus keeps the selection; the editor's command would wait for a frame.
      focus: () => editor?.view.focus(),
      put: (inserted, from, to) => {
        if (editor) putText(editor, inserted, from, to)
      },
    }),
    [editor],
  )

  return (
    <>
      <div
        className={`relative max-h-72 overflow-y-auto text-thread max-pane:max-h-[35dvh] ${page}`}
        onKeyDownCapture={(event) => {
          onKeyDown(event)
          if (event.defaultPrevented || event.nativeEvent.isComposing || !editor) return
          if (event.key === 'Escape') return editor.view.dom.blur()
          const act = markActs.find((one) => {
            const keys = bindings.get(one)
            return keys && hits(event.nativeEvent, keys)
          })
          if (!act) return
          event.preventDefault()
          toggles[act].run(editor)
        }}
        onPasteCapture={(event) => {
          // Words copied out of an office program bring a picture of themselves along.
          const pasted = [...event.clipboardData.files]
          if (pasted.length === 0 || event.clipboardData.getData('text/plain').trim() !== '') return
          event.preventDefault()
          event.stopPropagation()
          onFiles(pasted)
        }}
        onBlur={onBlur}
      >
        <div ref={place} />
        {text === '' && (
          <p aria-hidden className="pointer-events-none absolute top-2.5 left-3 text-ink-muted">
            {placeholder}
          </p>
        )}
      </div>
      {hasBar && editor && <RichBar editor={editor} />}
    </>
  )
}
