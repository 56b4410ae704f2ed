import { Button, Checkbox, Field, IconButton, Popover, Select, Skeleton, usePermission } from '@recado/sdk/ui'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { ticketPriorities, type TicketPriority, type TicketStatus } from '../../../base/contracts.ts'
import {
  choicesOf,
  defaultFilter,
  idFields,
  idKinds,
  sortOf,
  type TicketFilter,
} from '../../../data/tickets/ticket-filter.ts'
import { ChoiceList } from './ChoiceList.tsx'
import { DaysChoice } from './DaysChoice.tsx'

const ConditionList = lazy(async () => ({
  default: (await import('../../../parts/segments/ConditionList.tsx')).ConditionList,
}))

const statuses = ['open', 'pending', 'closed', 'group'] as const

/** The choices of S3-003 beside view and search; kept for the user. */
export function ListFilters({
  filter,
  onChange,
  trigger,
}: {
  filter: TicketFilter
  onChange(change: Partial<TicketFilter>): void
  trigger: RefObject<HTMLButtonElement | null>
}) {
  const { t } = useTranslation('attendance')
  const active = choicesOf(filter).length
  // Conditions that are being put together go with those that hold.
  const [cleared, setCleared] = useState(0)
  const mayShowAll = usePermission('tickets.readAll')
  const toggleStatus = (status: TicketStatus, on: boolean) =>
    onChange({ status: on ? [...filter.status, status] : filter.status.filter((one) => one !== status) })
  const togglePriority = (priority: TicketPriority, on: boolean) =>
    onChange({
      priorities: on ? [...filter.priorities, priority] : filter.priorities.filter((one) => one !== priority),
    })
  return (
    <Popover
      label={t('filter.title')}
      align="end"
      className="w-[min(23rem,calc(100vw-2rem))]"
      trigger={
        <IconButton
          ref={trigger}
          label={active > 0 ? t('filter.active', { count: active }) : t('filter.title')}
          className={active > 0 ? 'text-accent-text' : ''}
          icon={
            <span className="relative">
              <SlidersHorizontal size={17} aria-hidden />
              {active > 0 && <span className="absolute -top-1 -right-1 size-2 rounded-full bg-accent" />}
            </span>
          }
        />
      }
    >
      <div className="scroll-thin flex max-h-[min(40rem,75dvh)] flex-col gap-3 overflow-y-auto">
        <div className="flex items-center justify-between">
          <h2 className="text-list font-semibold">{t('filter.title')}</h2>
          <span className="text-xs text-ink-muted">{t('shell:frame.onlyYou')}</span>
        </div>
        {filter.view === 'all' && (
          <fieldset className="flex flex-col gap-2 border-b border-line pb-3">
            <legend className="float-left mb-1 text-xs font-medium text-ink-muted">{t('filter.status')}</legend>
            {statuses.map((status) => {
              const on = filter.showAll ? status !== 'group' : filter.status.includes(status)
              return (
                <Checkbox
                  key={status}
                  label={t(`status.${status}`)}
                  checked={on}
                  disabled={filter.showAll || (on && filter.status.length === 1)}
                  onCheckedChange={(checked) => toggleStatus(status, checked)}
                />
              )
            })}
            {mayShowAll && (
              <Checkbox
                label={t('filter.showAll')}
                checked={filter.showAll}
                onCheckedChange={(showAll) => onChange({ showAll })}
              />
            )}
            <Checkbox label={t('filter.mine')} checked={filter.mine} onCheckedChange={(mine) => onChange({ mine })} />
            <Checkbox
              label={t('filter.watched')}
              checked={filter.watched}
              onCheckedChange={(watched) => onChange({ watched })}
            />
            <Checkbox
              label={t('filter.snoozed')}
              checked={filter.snoozed}
              onCheckedChange={(snoozed) => onChange({ snoozed })}
            />
          </fieldset>
        )}
        <div className="flex flex-col gap-2">
          <Checkbox
            label={t('filter.unread')}
            checked={filter.withUnreadMessages}
            onCheckedChange={(withUnreadMessages) => onChange({ withUnreadMessages })}
          />
          <Checkbox
            label={t('filter.unanswered')}
            checked={filter.unanswered}
            onCheckedChange={(unanswered) => onChange({ unanswered })}
          />
          <Checkbox
            label={t('filter.unassigned')}
            checked={filter.isNotAssignedUser}
            onCheckedChange={(isNotAssignedUser) => onChange({ isNotAssignedUser })}
          />
          <Checkbox
            label={t('filter.withoutQueue')}
            checked={filter.includeNotQueueDefined}
            onCheckedChange={(includeNotQueueDefined) => onChange({ includeNotQueueDefined })}
          />
        </div>
        {filter.view !== 'closed' && (
          <Field label={t('filter.sort')}>
            <Select
              value={sortOf(filter)}
              options={(['recent', 'priority'] as const).map((sort) => ({
                value: sort,
                label: t(`filter.sortBy.${sort}`),
              }))}
              onValueChange={(sort) => onChange({ sort: sort === 'priority' ? 'priority' : 'recent' })}
            />
          </Field>
        )}
        <DaysChoice key={cleared} days={filter.days} onChange={(days) => onChange({ days })} />
        <fieldset className="grid grid-cols-2 gap-2 border-t border-line pt-3">
          <legend className="float-left col-span-2 mb-1 text-xs font-medium text-ink-muted">
            {t('priority.title')}
          </legend>
          {ticketPriorities.toReversed().map((one) => (
            <Checkbox
              key={one}
              label={t(`priority.${one}`)}
              checked={filter.priorities.includes(one)}
              onCheckedChange={(on) => togglePriority(one, on)}
            />
          ))}
        </fieldset>
        {idKinds.map((kind) => (
          <ChoiceList
            key={kind}
            kind={kind}
            chosen={filter[idFields[kind]]}
            onChange={(chosen) => onChange({ [idFields[kind]]: chosen })}
          />
        ))}
        <Suspense fallback={<Skeleton lines={2} />}>
          {(['ticket', 'contact'] as const).map((owner) => {
            const field = owner === 'ticket' ? 'attributes' : 'contactAttributes'
            return (
              <ConditionList
                key={`${owner} ${cleared}`}
                owner={owner}
                legend={t(`filter.${field}`)}
                conditions={filter[field]}
                onChange={(conditions) => onChange({ [field]: conditions })}
              />
            )
          })}
        </Suspense>
        <Button
          size="small"
          disabled={active === 0}
          onClick={() => {
            setCleared(cleared + 1)
            onChange({ ...defaultFilter, view: filter.view, searchParam: filter.searchParam })
          }}
        >
          {t('list.clearFilters')}
        </Button>
      </div>
    </Popover>
  )
}
