import { Button, useErrorText, useNumberFormat, useWords } from '@recado/sdk/ui'
import { useVectorTest } from './use-prompts.ts'

/** Asks whoever makes vectors for one, and shows what came of it. */
export function VectorsCard() {
  const { t } = useWords()
  const textOf = useErrorText()
  const format = useNumberFormat()
  const test = useVectorTest()
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-medium">{t('vectors.title')}</h2>
          <p className="text-list text-ink-muted">{t('vectors.description')}</p>
        </div>
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {t('vectors.test')}
        </Button>
      </div>
      <p role="status" className={`text-list empty:hidden ${test.isError ? 'text-danger' : ''}`}>
        {test.isError
          ? textOf(test.error)
          : test.data && t('vectors.works', { model: test.data.model, dimensions: format.whole(test.data.dimensions) })}
      </p>
    </section>
  )
}
