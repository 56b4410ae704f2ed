import { Button, useErrorWords } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'

/** Stands at the foot of a form while there is something to save, with what became of the last try. */
export function SaveBar({
  isDirty,
  busy,
  failure,
  onDiscard,
}: {
  isDirty: boolean
  busy: boolean
  failure: unknown
  onDiscard(): void
}) {
  const { t } = useTranslation('platform')
  const words = useErrorWords()
  if (!isDirty) return null
  const failed = failure === null || failure === undefined ? undefined : words(failure)
  return (
    <div
      className={
        'sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-end gap-2 rounded-lg border border-line ' +
        'bg-raised px-4 py-3 shadow-raised'
      }
    >
      <p
        className={`mr-auto text-list ${failed ? 'text-danger' : 'text-ink-muted'}`}
        role={failed ? 'alert' : 'status'}
      >
        {failed ? failed.text : t('unsaved.bar')}
      </p>
      <span className="flex gap-2">
        <Button onClick={onDiscard} disabled={busy}>
          {t('unsaved.discard')}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t('save')}
        </Button>
      </span>
    </div>
  )
}
