import {
  Button,
  ConfirmDialog,
  DropdownMenu,
  IconButton,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  usePermission,
} from '@recado/sdk/ui'
import { useNavigate } from '@tanstack/react-router'
import { BookmarkPlus, ChevronDown, EllipsisVertical, Pencil, Save, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../../../base/ui/report-failure.ts'
import { isChanged, isNarrowed, segmentFilterOf, type ContactFilter } from '../../../data/contacts/contact-filter.ts'
import type { ContactSegment } from '../../../base/contracts.ts'
import { useCappedCount } from '../../../base/forms/use-capped-count.ts'
import { SaveSegment } from './SaveSegment.tsx'
import { useSegmentActs, useSegmentCount, useSegments } from '../../../data/segments/use-segments.ts'

/** The shown segment, the others, and saving the current filters as one. */
export function SegmentBar({ segment, filter }: { segment: ContactSegment | undefined; filter: ContactFilter }) {
  const { t } = useTranslation('contacts')
  const navigate = useNavigate()
  const mayShare = usePermission('segments.share')
  const { save, remove } = useSegmentActs()
  const [open, setOpen] = useState<'save' | 'rename' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const show = (id: string | null) =>
    void navigate(
      id === null ? { to: '/contatos' } : { to: '/contatos/segmento/$segmentId', params: { segmentId: id } },
    )
  const mayChange = segment !== undefined && (!segment.shared || mayShare)
  const differs = segment === undefined ? isNarrowed(filter) : isChanged(filter, segment.filter)
  const wanted = segmentFilterOf(filter)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <SegmentsMenu shown={segment} onShow={show} />
      {mayChange && (
        <DropdownMenu
          align="start"
          trigger={
            <IconButton icon={<EllipsisVertical size={16} />} label={t('segment.acts', { name: segment.name })} />
          }
        >
          <MenuItem icon={<Pencil size={16} />} onSelect={() => setOpen('rename')}>
            {t('segment.rename')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 size={16} />} tone="danger" onSelect={() => setOpen('delete')}>
            {t('segment.delete')}
          </MenuItem>
        </DropdownMenu>
      )}
      {differs && mayChange && (
        <Button
          icon={<Save size={14} />}
          busy={save.isPending}
          onClick={() =>
            save.mutate(
              { id: segment.id, name: segment.name, shared: segment.shared, filter: wanted },
              { onError: reportFailure },
            )
          }
        >
          {t('segment.saveChange')}
        </Button>
      )}
      {differs && isNarrowed(filter) && (
        <Button variant="ghost" icon={<BookmarkPlus size={14} />} onClick={() => setOpen('save')}>
          {t('segment.save')}
        </Button>
      )}
      {open === 'save' && <SaveSegment filter={wanted} onSaved={({ id }) => show(id)} onClose={close} />}
      {open === 'rename' && segment && (
        <SaveSegment segment={segment} filter={segment.filter} onSaved={() => undefined} onClose={close} />
      )}
      {segment && (
        <ConfirmDialog
          title={t('segment.deleteTitle', { name: segment.name })}
          description={t('segment.deleteDetail')}
          confirmLabel={t('segment.delete')}
          open={open === 'delete'}
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
          onConfirm={() => remove.mutateAsync(segment).then(() => show(null))}
        />
      )}
    </div>
  )
}

function SegmentsMenu({ shown, onShow }: { shown: ContactSegment | undefined; onShow(id: string | null): void }) {
  const { t } = useTranslation('contacts')
  const segments = useSegments().data ?? []
  const groups = [
    { title: t('segment.ofCompany'), of: segments.filter(({ shared }) => shared) },
    { title: t('segment.ofMine'), of: segments.filter(({ shared }) => !shared) },
  ].filter(({ of }) => of.length > 0)
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button icon={<Users size={14} />} aria-label={`${t('segment.title')}: ${shown?.name ?? t('segment.all')}`}>
          <span className="max-w-56 truncate">{shown?.name ?? t('segment.all')}</span>
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={() => onShow(null)}>{t('segment.all')}</MenuItem>
      {groups.map(({ title, of }) => (
        <div key={title} role="group" aria-label={title}>
          <MenuSeparator />
          <MenuLabel>{title}</MenuLabel>
          {of.map((segment) => (
            <SegmentItem key={segment.id} segment={segment} onShow={onShow} />
          ))}
        </div>
      ))}
      {groups.length === 0 && (
        <>
          <MenuSeparator />
          <MenuLabel>
            <span className="block max-w-64 font-normal whitespace-normal">{t('segment.none')}</span>
          </MenuLabel>
        </>
      )}
    </DropdownMenu>
  )
}

function SegmentItem({ segment, onShow }: { segment: ContactSegment; onShow(id: string): void }) {
  const count = useSegmentCount(segment.id)
  const written = useCappedCount()
  return (
    <MenuItem onSelect={() => onShow(segment.id)}>
      <span className="flex min-w-0 items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate">{segment.name}</span>
        {count && <span className="text-xs text-ink-muted tabular-nums">{written(count.count)}</span>}
      </span>
    </MenuItem>
  )
}
