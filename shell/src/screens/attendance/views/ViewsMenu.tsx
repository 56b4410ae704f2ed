import { CountBadge, DropdownMenu, Icon, IconButton, MenuItem, MenuLabel, MenuSeparator } from '@recado/sdk/ui'
import { Bookmark, BookmarkPlus, ListOrdered } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketView } from '../../../base/contracts.ts'
import type { TicketFilter } from '../../../data/tickets/ticket-filter.ts'
import { ArrangeViews } from './ArrangeViews.tsx'
import { ReadyViews } from './ReadyViews.tsx'
import { SaveView } from './SaveView.tsx'
import { useTicketViewCounts, useTicketViews } from './use-ticket-views.ts'

/**
 * Ready-made views; the saved ones with what each holds now; saving the list as it stands, and putting them in order.
 */
export function ViewsMenu({
  filter,
  currentId,
  onOpen,
  onNarrow,
}: {
  filter: TicketFilter
  currentId: string | undefined
  onOpen(view: TicketView): void
  onNarrow(filter: TicketFilter): void
}) {
  const { t } = useTranslation('attendance')
  const views = useTicketViews().data ?? []
  const counts = useTicketViewCounts(views.length > 0)
  const [dialog, setDialog] = useState<'save' | 'arrange' | null>(null)
  const groups = [
    { label: t('views.ofCompany'), own: views.filter((view) => view.shared) },
    { label: t('views.ofMine'), own: views.filter((view) => !view.shared) },
  ].filter(({ own }) => own.length > 0)
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            className={currentId ? 'text-accent-text' : ''}
            icon={<Bookmark size={17} />}
            label={t('views.title')}
          />
        }
      >
        <ReadyViews onNarrow={onNarrow} />
        {groups.map(({ label, own }) => (
          <Fragment key={label}>
            <MenuLabel>{label}</MenuLabel>
            {own.map((view) => {
              const { count = 0, capped = false } = counts.get(view.id) ?? {}
              return (
                <MenuItem key={view.id} icon={<Icon name={view.icon} size={16} />} onSelect={() => onOpen(view)}>
                  <span className="flex min-w-0 items-center gap-3">
                    <span
                      className="max-w-52 min-w-0 flex-1 truncate"
                      aria-current={view.id === currentId ? 'true' : undefined}
                    >
                      {view.name}
                    </span>
                    <CountBadge count={count} max={capped ? 99 : 100} label={t('list.count', { count })} />
                  </span>
                </MenuItem>
              )
            })}
          </Fragment>
        ))}
        {groups.length > 0 && <MenuSeparator />}
        <MenuItem icon={<BookmarkPlus size={16} />} onSelect={() => setDialog('save')}>
          {t('views.save')}
        </MenuItem>
        {groups.length > 0 && (
          <MenuItem icon={<ListOrdered size={16} />} onSelect={() => setDialog('arrange')}>
            {t('views.arrange')}
          </MenuItem>
        )}
      </DropdownMenu>
      {dialog === 'save' && <SaveView filter={filter} onSaved={onOpen} onClose={() => setDialog(null)} />}
      {dialog === 'arrange' && <ArrangeViews onClose={() => setDialog(null)} />}
    </>
  )
}
