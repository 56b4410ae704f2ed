import { IconButton } from '@recado/sdk/ui'
import { Bold, Code, Italic, List, ListOrdered, Quote, Strikethrough } from 'lucide-react'
import { useReducer, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeysHints } from '../../../base/shortcuts/bindings-context.ts'
import { lineMarks, markActs, marks } from './marking.ts'

const icons: Readonly<Record<keyof typeof marks | keyof typeof lineMarks, ReactElement>> = {
  markStrong: <Bold size={16} />,
  markEmphasis: <Italic size={16} />,
  markStruck: <Strikethrough size={16} />,
  markCode: <Code size={16} />,
  list: <List size={16} />,
  numbers: <ListOrdered size={16} />,
  quote: <Quote size={16} />,
}
const lineActs = Object.keys(lineMarks) as (keyof typeof lineMarks)[]

/**
 * Whether the bar of marks is open: as the user left it in this browser, for letters and for chats. At first it is open
 * for letters.
 */
export function useMarksBar(ofLetters: boolean) {
  const key = ofLetters ? 'recado.letterBar' : 'recado.marksBar'
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const isOpen = (localStorage.getItem(key) ?? (ofLetters ? 'open' : 'closed')) === 'open'
  const toggle = () => {
    localStorage.setItem(key, isOpen ? 'closed' : 'open')
    redraw()
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
  const buttons = [
    ...markActs.map((act) => ({ act, ...hints(act), onClick: () => onMark(marks[act]) })),
    ...lineActs.map((act) => ({ act, onClick: () => onLines(lineMarks[act]) })),
  ]
  return (
    <div role="group" aria-label={t('marks.bar')} className="flex flex-wrap gap-1 px-1.5 pb-1">
      {buttons.map(({ act, ...button }) => (
        <IconButton key={act} size="small" icon={icons[act]} label={t(`marks.${act}`)} {...button} />
      ))}
    </div>
  )
}
