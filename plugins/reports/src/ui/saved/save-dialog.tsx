import { Button, Checkbox, Dialog, Field, Input, toast, useErrorWords, useWords } from '@recado/sdk/ui'
import { useId, useState, type FormEvent } from 'react'
import type { SavedQuestion, SavedReport } from '../../saved/saved-report.ts'
import { useSavedActs } from './use-saved.ts'

type SaveDialogProps = {
  onClose(): void
} & (
  | { readonly question: SavedQuestion; onSaved(id: string): void; readonly report?: undefined }
  | { readonly report: SavedReport; readonly question?: undefined; onSaved?: undefined }
)

/** Gives a question a name, or a report another one, and says who may open it. */
export function SaveDialog({ question, report, onSaved, onClose }: SaveDialogProps) {
  const { t } = useWords()
  const wordsOf = useErrorWords()
  const form = useId()
  const { save, change } = useSavedActs()
  const [name, setName] = useState(report?.name ?? '')
  const [isShared, setShared] = useState(report?.isShared ?? false)
  const failed = save.error ?? change.error
  const problem = failed ? wordsOf(failed) : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (report) await change.mutateAsync({ id: report.id, name, isShared })
    else onSaved((await save.mutateAsync({ name, isShared, question })).id)
    toast.success(t('saved.saved'))
    onClose()
  }
  return (
    <Dialog
      open
      title={t(report ? 'saved.editTitle' : 'saved.save')}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onClick={onClose}>{t('saved.cancel')}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={save.isPending || change.isPending}
            disabled={name.trim() === ''}
          >
            {t('saved.confirm')}
          </Button>
        </>
      }
    >
      <form id={form} className="flex flex-col gap-4" onSubmit={(event) => void submit(event).catch(() => undefined)}>
        <Field
          label={t('saved.name')}
          required
          error={problem && [problem.text, problem.detail].filter(Boolean).join('. ')}
        >
          <Input value={name} maxLength={80} autoFocus onChange={(event) => setName(event.target.value)} />
        </Field>
        <div className="flex flex-col gap-1">
          <Checkbox label={t('saved.share')} checked={isShared} onCheckedChange={setShared} />
          <p className="text-xs text-ink-muted">{t('saved.shareHelp')}</p>
        </div>
      </form>
    </Dialog>
  )
}
