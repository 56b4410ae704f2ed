import type { Editor } from '@tiptap/core'
import { Bold, Code, Italic, List, ListOrdered, Quote, Strikethrough, type LucideIcon } from 'lucide-react'

/** What the buttons and keys of the editor set and take away. */
export interface Toggle {
  readonly icon: LucideIcon
  run(editor: Editor): void
  isOn(editor: Editor): boolean
}

const mark = (icon: LucideIcon, name: string): Toggle => ({
  icon,
  run: (editor) => void editor.commands.toggleMark(name),
  isOn: (editor) => editor.isActive(name),
})
const list = (icon: LucideIcon, name: string): Toggle => ({
  icon,
  run: (editor) => {
    if (editor.isActive('blockquote')) editor.commands.lift('blockquote')
    editor.commands.toggleList(name, 'listItem')
  },
  isOn: (editor) => editor.isActive(name),
})

export const toggles = {
  markStrong: mark(Bold, 'strong'),
  markEmphasis: mark(Italic, 'emphasis'),
  markStruck: mark(Strikethrough, 'struck'),
  markCode: mark(Code, 'code'),
  list: list(List, 'bulletList'),
  numbers: list(ListOrdered, 'orderedList'),
  quote: {
    icon: Quote,
    run: (editor) => {
      // A quote holds lines and no list: the marks have no list within one.
      while (editor.isActive('listItem') && editor.commands.liftListItem('listItem'));
      editor.commands.toggleWrap('blockquote')
    },
    isOn: (editor) => editor.isActive('blockquote'),
  },
} as const satisfies Record<string, Toggle>

export type ToggleName = keyof typeof toggles
