import { Button, useWords } from '@recado/sdk/ui'
import { useId, useState, type ReactNode } from 'react'

/** A chart with its heading, and the same numbers as a table. */
export function ChartFrame({
  title,
  description,
  chart,
  table,
  level = 2,
}: {
  title: string
  description?: string
  chart: ReactNode
  table: ReactNode
  level?: 2 | 3
}) {
  const { t } = useWords()
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <Heading id={id} className="text-thread font-semibold">
          {title}
        </Heading>
        <Button size="small" variant="ghost" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('figures.asTable')}
        </Button>
      </div>
      {description && <p className="text-list text-ink-muted">{description}</p>}
      {asTable ? <div className="max-h-80 overflow-auto">{table}</div> : chart}
    </section>
  )
}
