import { Button, Icon, toast, useErrorWords, useWords } from '@recado/sdk/ui'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { SavedQuestion, SavedReport } from '../../saved/saved-report.ts'
import { SaveDialog } from './save-dialog.tsx'
import { SavedDialog } from './saved-dialog.tsx'
import { useSaved, useSavedActs } from './use-saved.ts'

interface SavedBarProps {
  /** What the page asks now. */
  readonly question: SavedQuestion
  onOpen(question: SavedQuestion): void
}
const same = (one: SavedQuestion, other: SavedQuestion): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = (question: SavedQuestion) => Object.entries(question).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Opens, saves and leaves saved reports. The address of a letter opens its report. */
export function SavedBar({ question, onOpen }: SavedBarProps) {
  const { t } = useWords()
  const wordsOf = useErrorWords()
  const saved = useSaved()
  const { change } = useSavedActs()
  const [dialog, setDialog] = useState<'save' | 'list'>()
  const [currentId, setCurrentId] = useState<string>()
  const current = saved.data?.find(({ id }) => id === currentId)
  const open = (report: SavedReport) => {
    setCurrentId(report.id)
    onOpen(report.question)
  }
  useAsked(saved.data, open)
  const keep = () =>
    change.mutate(
      { id: current!.id, question },
      {
        onSuccess: () => toast.success(t('saved.saved')),
        onError: (error) => toast.error(wordsOf(error).text),
      },
    )
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <Button icon={<Icon name="clipboard-list" size={16} />} onClick={() => setDialog('list')}>
        {t('saved.title')}
      </Button>
      <Button onClick={() => setDialog('save')}>{t('saved.save')}</Button>
      {current && (
        <>
          <Button size="small" title={t('saved.leave')} onClick={() => setCurrentId(undefined)}>
            {t('saved.current', { name: current.name })} ×
          </Button>
          {current.mayChange && !same(current.question, question) && (
            <Button size="small" variant="primary" busy={change.isPending} onClick={keep}>
              {t('saved.saveChanges')}
            </Button>
          )}
        </>
      )}
      {dialog === 'save' && (
        <SaveDialog question={question} onSaved={setCurrentId} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'list' && <SavedDialog onOpen={open} onClose={() => setDialog(undefined)} />}
    </div>
  )
}

/** Opens the report that the address names, once it is known. */
function useAsked(reports: readonly SavedReport[] | undefined, open: (report: SavedReport) => void): void {
  const { search } = useLocation()
  const asked = (search as { report?: unknown }).report
  const opened = useRef<unknown>(undefined)
  useEffect(() => {
    const report = reports?.find(({ id }) => id === asked)
    if (!report || opened.current === asked) return
    opened.current = asked
    open(report)
  })
}
