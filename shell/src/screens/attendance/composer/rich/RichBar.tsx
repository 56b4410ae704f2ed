import { IconButton } from '@recado/sdk/ui'
import type { Editor } from '@tiptap/core'
import { Toolbar } from 'radix-ui'
import { useEffect, useReducer } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeysHints } from '../../../../base/shortcuts/bindings-context.ts'
import { markActs } from '../marking.ts'
import { LinkButton } from './LinkButton.tsx'
import { toggles, type ToggleName } from './toggles.ts'

const names: readonly ToggleName[] = [
  'markStrong',
  'markEmphasis',
  'markStruck',
  'list',
  'numbers',
  'quote',
  'markCode',
]
const isMark = (name: ToggleName): name is (typeof markActs)[number] => (markActs as readonly string[]).includes(name)

/** How a letter is set, as buttons: one stop of the Tab key, arrows within, each says whether it is on. */
export function RichBar({ editor }: { editor: Editor }) {
  const { t } = useTranslation('attendance')
  const hints = useKeysHints()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    editor.on('transaction', redraw)
    return () => void editor.off('transaction', redraw)
  }, [editor])
  return (
    <Toolbar.Root aria-label={t('marks.bar')} className="flex flex-wrap gap-1 px-1.5 pb-1">
      {names.map((name) => {
        const { icon: Icon, isOn, run } = toggles[name]
        return (
          <Toolbar.Button key={name} asChild>
            <IconButton
              size="small"
              icon={<Icon size={16} />}
              label={t(`marks.${name}`)}
              {...(isMark(name) ? hints(name) : {})}
              aria-pressed={isOn(editor)}
              // The words stay selected and the keyboard of a telephone stays open.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => run(editor)}
            />
          </Toolbar.Button>
        )
      })}
      <LinkButton editor={editor} />
    </Toolbar.Root>
  )
}
