import { Button, Checkbox, DropdownMenu, Field, Input, MenuCheckboxItem, Select } from '@recado/sdk/ui'
import { Filter, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { maxSearchLength } from '../../base/contracts.ts'
import { useChannelTypes } from '../../data/channels/use-channel-type.ts'
import { useColleagues } from '../../data/users/use-users.ts'
import { isNarrowed, noFilter, type ContactFilter } from '../../data/contacts/contact-filter.ts'
import { MoreFilters } from './MoreFilters.tsx'
import { useTags } from '../../data/tags/use-tags.ts'

/** Filters and order of the list; applied while they are set. */
export function ContactFilters({ filter, onChange }: { filter: ContactFilter; onChange(filter: ContactFilter): void }) {
  const { t } = useTranslation('contacts')
  const tags = useTags()
  const channels = useChannelTypes()
  const users = useColleagues({ searchParam: '', queueId: '' }).data?.pages.flatMap((page) => page.users) ?? []
  const set = (change: Partial<ContactFilter>) => onChange({ ...filter, ...change })
  const turn = (list: readonly string[], value: string, on: boolean): string[] =>
    on ? [...list, value] : list.filter((one) => one !== value)
  return (
    <div role="search" aria-label={t('filter.title')} className="flex flex-wrap items-end gap-2">
      <Field label={t('filter.search')} hideLabel className="min-w-56 flex-1 basis-full pane:basis-0">
        <Input
          type="search"
          placeholder={t('filter.search')}
          value={filter.searchParam}
          maxLength={maxSearchLength}
          autoComplete="off"
          onChange={(event) => set({ searchParam: event.target.value })}
        />
      </Field>
      <div className="scroll-thin flex max-w-full items-center gap-2 overflow-x-auto p-0.5 [&_button]:shrink-0">
        {tags.length > 0 && (
          <DropdownMenu
            align="start"
            trigger={
              <Button icon={<Filter size={14} />}>
                {filter.tagIds.length > 0 ? t('filter.tagsChosen', { count: filter.tagIds.length }) : t('filter.tags')}
              </Button>
            }
          >
            {tags.map((tag) => (
              <MenuCheckboxItem
                key={tag.id}
                checked={filter.tagIds.includes(tag.id)}
                onCheckedChange={(on) => set({ tagIds: turn(filter.tagIds, tag.id, on) })}
              >
                {tag.tag}
              </MenuCheckboxItem>
            ))}
          </DropdownMenu>
        )}
        <Field label={t('filter.wallet')} hideLabel className="max-w-48 shrink-0">
          <Select
            value={filter.walletUserIds[0] ?? ''}
            onValueChange={(id) => set({ walletUserIds: id === '' ? [] : [id] })}
            options={[
              { value: '', label: t('filter.anyWallet') },
              ...users.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        <Field label={t('filter.channel')} hideLabel className="max-w-48 shrink-0">
          <Select
            value={filter.channels[0] ?? ''}
            onValueChange={(type) => set({ channels: type === '' ? [] : [type] })}
            options={[
              { value: '', label: t('filter.anyChannel') },
              ...channels.map(({ info, title }) => ({ value: info.type, label: title })),
            ]}
          />
        </Field>
        <Checkbox
          checked={filter.withoutTicket}
          onCheckedChange={(withoutTicket) => set({ withoutTicket })}
          label={t('filter.withoutTicket')}
          className="min-h-9 shrink-0"
        />
        <MoreFilters filter={filter} onChange={onChange} />
        {isNarrowed(filter) && (
          <Button variant="ghost" icon={<X size={14} />} onClick={() => onChange({ ...noFilter, order: filter.order })}>
            {t('filter.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}
