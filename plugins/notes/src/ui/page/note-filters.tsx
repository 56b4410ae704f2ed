import { Button, DateField, Field, Input, Select, Tabs, useApi, useWords } from '@recado/sdk/ui'
import type { Queue } from '@recado/sdk'
import { useQuery } from '@tanstack/react-query'
import { noFilter, type NoteFilter } from '../use-notes.ts'

const views = ['all', 'mine', 'shared'] as const

/** Filters of the overview; applied while they are set. */
export function NoteFilters({ filter, onChange }: { filter: NoteFilter; onChange(filter: NoteFilter): void }) {
  const { t } = useWords()
  const api = useApi()
  const queues = useQuery({
    queryKey: ['notes', 'queues'],
    queryFn: ({ signal }) => api.get<Queue[]>('/queue', { signal }),
  })
  const set = (change: Partial<NoteFilter>) => onChange({ ...filter, ...change })
  const about =
    filter.ticketId !== '' ? 'filter.aboutTicket' : filter.contactId !== '' ? 'filter.aboutContact' : undefined
  return (
    <div role="search" aria-label={t('filter.title')} className="flex flex-col gap-3">
      <Tabs
        label={t('filter.whose')}
        value={filter.of}
        onValueChange={(of) => set({ of: of as NoteFilter['of'] })}
        tabs={views.map((value) => ({ value, label: t(`filter.${value}`) }))}
      />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Field label={t('filter.search')}>
          <Input
            type="search"
            value={filter.searchParam}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => set({ searchParam: event.target.value })}
          />
        </Field>
        <Field label={t('filter.queue')}>
          <Select
            value={filter.queueId}
            onValueChange={(queueId) => set({ queueId })}
            options={[
              { value: '', label: t('filter.anyQueue') },
              ...(queues.data ?? []).map(({ id, queue }) => ({ value: id, label: queue })),
            ]}
          />
        </Field>
        <DateField label={t('filter.from')} value={filter.from} onValueChange={(from) => set({ from: from ?? '' })} />
        <DateField
          label={t('filter.until')}
          value={filter.until}
          onValueChange={(until) => set({ until: until ?? '' })}
        />
      </div>
      {about && (
        <p className="flex flex-wrap items-center gap-2 text-sm" role="status">
          {t(about)}
          <Button
            size="small"
            variant="ghost"
            onClick={() => set({ ticketId: noFilter.ticketId, contactId: noFilter.contactId })}
          >
            {t('filter.all')}
          </Button>
        </p>
      )}
    </div>
  )
}
