import { Button, useWords } from '@recado/sdk/ui'

/** Says that the page began with what an earlier one could not save, and lets it be thrown away. */
export function RestoredNotice({ onDiscard, onClose }: { onDiscard(): void; onClose(): void }) {
  const { t } = useWords()
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 border-b border-line bg-warning-soft px-3 py-2">
      <p className="min-w-0 flex-1 text-list">{t('restored.text')}</p>
      <Button size="small" onClick={onDiscard}>
        {t('restored.discard')}
      </Button>
      <Button size="small" onClick={onClose}>
        {t('restored.goOn')}
      </Button>
    </div>
  )
}
