import { Dialog, EmptyState, Icon, IconButton, usePermission } from '@recado/sdk/ui'
import { ArrowDown, ArrowUp, Bookmark, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketView } from '../../../base/contracts.ts'
import { SaveView } from './SaveView.tsx'
import { useTicketViewActs, useTicketViews } from './use-ticket-views.ts'

/** Order, names and deleting of saved views; shared ones for who may change them. */
export function ArrangeViews({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('attendance')
  const mayShare = usePermission('views.share')
  const views = useTicketViews().data ?? []
  const { order, remove } = useTicketViewActs()
  const [renamed, setRenamed] = useState<TicketView | null>(null)
  const groups = [
    { shared: true, own: views.filter((view) => view.shared) },
    { shared: false, own: views.filter((view) => !view.shared) },
  ].filter(({ own }) => own.length > 0)
  const move = (own: TicketView[], at: number, by: number) => {
    const next = [...own]
    next.splice(at + by, 0, ...next.splice(at, 1))
    order.mutate(
      [
        ...views.filter((view) => view.shared !== own[0]!.shared && view.shared),
        ...next,
        ...views.filter((view) => view.shared !== own[0]!.shared && !view.shared),
      ].map((view) => view.id),
    )
  }
  if (renamed) return <SaveView view={renamed} onClose={() => setRenamed(null)} />
  return (
    <Dialog
      title={t('views.arrange')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      {views.length === 0 && (
        <EmptyState icon={<Bookmark size={20} />} title={t('views.none')}>
          {t('views.noneDetail')}
        </EmptyState>
      )}
      <div className="flex flex-col gap-4">
        {groups.map(({ shared, own }) => (
          <section key={String(shared)} className="min-w-0">
            <h3 className="mb-1 text-xs font-medium text-ink-muted">
              {t(shared ? 'views.ofCompany' : 'views.ofMine')}
            </h3>
            <ol className="flex flex-col">
              {own.map((view, at) => (
                <li key={view.id} className="flex min-w-0 items-center gap-2 border-b border-line py-1.5 last:border-0">
                  <Icon name={view.icon} size={16} className="shrink-0 text-ink-muted" />
                  <span className="min-w-0 flex-1 truncate text-list">{view.name}</span>
                  {(!shared || mayShare) && (
                    <>
                      <IconButton
                        size="small"
                        icon={<ArrowUp size={15} />}
                        label={t('shell:arrange.up', { name: view.name })}
                        disabled={at === 0}
                        onClick={() => move(own, at, -1)}
                      />
                      <IconButton
                        size="small"
                        icon={<ArrowDown size={15} />}
                        label={t('shell:arrange.down', { name: view.name })}
                        disabled={at === own.length - 1}
                        onClick={() => move(own, at, 1)}
                      />
                      <IconButton
                        size="small"
                        icon={<Pencil size={15} />}
                        label={t('views.renameOne', { name: view.name })}
                        onClick={() => setRenamed(view)}
                      />
                      <IconButton
                        size="small"
                        icon={<Trash2 size={15} />}
                        label={t('views.delete', { name: view.name })}
                        onClick={() => remove.mutate(view)}
                      />
                    </>
                  )}
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
