import { EmptyState, Icon, useWords } from '@recado/sdk/ui'
import type { ReactNode } from 'react'
import type { Beginning } from '../editor/draft.ts'
import type { Blocks } from '../use-offer.ts'
import { useExamples } from './use-examples.ts'

/** Content of an empty list: the purpose of rules, and some to begin with. */
export function NoRules({
  blocks,
  action,
  onBegin,
}: {
  blocks: Blocks
  action: ReactNode
  onBegin(beginning: Beginning): void
}) {
  const { t } = useWords()
  const examples = useExamples(blocks)
  return (
    <div className="flex flex-col gap-2">
      <EmptyState icon={<Icon name="zap" />} title={t('empty.title')} action={action}>
        {t('empty.help')}
      </EmptyState>
      {examples.length > 0 && (
        <section className="flex flex-col gap-2">
          <h2 className="text-list font-medium text-ink-muted">{t('example.title')}</h2>
          <ul className="grid gap-3 sm:grid-cols-3">
            {examples.map(({ key, icon, title, help, beginning }) => (
              <li key={key}>
                <button
                  type="button"
                  className={
                    'flex size-full cursor-pointer flex-col items-start gap-1 rounded-lg border border-line ' +
                    'bg-surface p-3 text-start hover:bg-hover'
                  }
                  onClick={() => onBegin(beginning)}
                >
                  <Icon name={icon} size={18} className="text-accent-text" />
                  <span className="text-list font-medium">{title}</span>
                  <span className="text-xs text-ink-muted">{help}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
