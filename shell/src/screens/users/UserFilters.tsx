import { Field, Input, Select } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { maxSearchLength } from '../../base/contracts.ts'
import { useQueues } from '../../data/queues/use-queues.ts'
import type { UserFilter } from '../../data/users/use-users.ts'

/** Filters of the list of users; applied while they are set. */
export function UserFilters({ filter, onChange }: { filter: UserFilter; onChange(filter: UserFilter): void }) {
  const { t } = useTranslation('people')
  const queues = useQueues()
  const set = (change: Partial<UserFilter>) => onChange({ ...filter, ...change })
  return (
    <div role="search" aria-label={t('filter.title')} className="@container">
      <div className="grid grid-cols-2 gap-3 @min-[52rem]:grid-cols-[1.4fr_repeat(4,1fr)]">
        <Field label={t('filter.search')} hideLabel className="col-span-2 @min-[52rem]:col-span-1">
          <Input
            type="search"
            placeholder={t('filter.search')}
            value={filter.searchParam}
            maxLength={maxSearchLength}
            autoComplete="off"
            onChange={(event) => set({ searchParam: event.target.value })}
          />
        </Field>
        <Field label={t('filter.profile')} hideLabel>
          <Select
            value={filter.profile}
            onValueChange={(profile) => set({ profile })}
            options={[
              { value: '', label: t('filter.anyProfile') },
              ...(['user', 'super', 'admin'] as const).map((value) => ({
                value,
                label: t(`shell:frame.role.${value}`),
              })),
            ]}
          />
        </Field>
        <Field label={t('filter.queue')} hideLabel>
          <Select
            value={filter.queueId}
            onValueChange={(queueId) => set({ queueId })}
            options={[
              { value: '', label: t('filter.anyQueue') },
              ...queues.map((queue) => ({ value: queue.id, label: queue.queue })),
            ]}
          />
        </Field>
        <Field label={t('filter.state')} hideLabel>
          <Select
            value={filter.active}
            onValueChange={(active) => set({ active })}
            options={[
              { value: '', label: t('filter.anyState') },
              { value: 'true', label: t('state.active') },
              { value: 'false', label: t('state.inactive') },
            ]}
          />
        </Field>
        <Field label={t('filter.presence')} hideLabel>
          <Select
            value={filter.online}
            onValueChange={(online) => set({ online })}
            options={[
              { value: '', label: t('filter.anyPresence') },
              { value: 'true', label: t('shell:frame.status.online') },
              { value: 'false', label: t('shell:frame.status.offline') },
            ]}
          />
        </Field>
      </div>
    </div>
  )
}
