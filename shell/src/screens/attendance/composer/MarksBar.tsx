import { IconButton } from '@recado/sdk/ui'
import { Bold, Code, Italic, List, ListOrdered, Quote, Strikethrough, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeysHints } from '../../../base/shortcuts/bindings-context.ts'
import { lineMarks, markActs, marks } from './marking.ts'

const markIcons: Readonly<Record<keyof typeof marks, LucideIcon>> = {
  markStrong: Bold,
  markEmphasis: Italic,
  markStruck: Strikethrough,
  markCode: Code,
}
const lineIcons: Readonly<Record<keyof typeof lineMarks, LucideIcon>> = {
  list: List,
  numbers: ListOrdered,
  quote: Quote,
}
const lineActs = Object.keys(lineMarks) as (keyof typeof lineMarks)[]

const storageKey = 'recado.marksBar'

/** Whether the bar of marks is open: as the user left it in this browser. */
export function useMarksBar() {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(storageKey) === 'open')
  const toggle = () => {
    localStorage.setItem(storageKey, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return { isOpen, toggle }
}

interface MarksBarProps {
  onMark(around: string): void
  onLines(before: (index: number) => string): void
}

/** The marks of a text as buttons, for those who do not know their keys. */
export function MarksBar({ onMark, onLines }: MarksBarProps) {
  const { t } = useTranslation('attendance')
  const hints = useKeysHints()
  return (
    <div role="group" aria-label={t('marks.bar')} className="flex flex-wrap gap-1 px-1.5 pb-1">
      {markActs.map((act) => {
        const Icon = markIcons[act]
        return (
          <IconButton
            key={act}
            size="small"
            icon={<Icon size={16} />}
            label={t(`marks.${act}`)}
            {...hints(act)}
            onClick={() => onMark(marks[act])}
          />
        )
      })}
      {lineActs.map((act) => {
        const Icon = lineIcons[act]
        return (
          <IconButton
            key={act}
            size="small"
            icon={<Icon size={16} />}
            label={t(`marks.${act}`)}
            onClick={() => onLines(lineMarks[act])}
          />
        )
      })}
    </div>
  )
}
