import { Button, Field, Popover, Select } from '@recado/sdk/ui'
import { SlidersHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ConditionList } from '../../parts/segments/ConditionList.tsx'
import type { ContactFilter } from '../../data/contacts/contact-filter.ts'

const newDays = [1, 7, 30, 90, 365] as const
const silentDays = [7, 30, 90, 180, 365] as const
const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/** Filters that are set now and then: times, birthdays, and the company's own attributes. */
export function MoreFilters({ filter, onChange }: { filter: ContactFilter; onChange(filter: ContactFilter): void }) {
  const { t, i18n } = useTranslation('contacts')
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' })
  const chosen =
    filter.attributes.length +
    [filter.newForDays, filter.silentForDays, filter.birthdayMonth].filter((value) => value !== null).length
  const one = (
    field: 'newForDays' | 'silentForDays' | 'birthdayMonth',
    none: string,
    options: readonly number[],
    label: (value: number) => string,
  ) => {
    const kept = filter[field]
    const offered = kept === null || options.includes(kept) ? options : [...options, kept].toSorted((a, b) => a - b)
    return (
      <Field label={t(`filter.${field}`)}>
        <Select
          value={kept === null ? '' : String(kept)}
          onValueChange={(value) => onChange({ ...filter, [field]: value === '' ? null : Number(value) })}
          options={[
            { value: '', label: none },
            ...offered.map((value) => ({ value: String(value), label: label(value) })),
          ]}
        />
      </Field>
    )
  }
  return (
    <Popover
      label={t('filter.more')}
      className="w-[min(24rem,calc(100vw-2rem))]"
      trigger={
        <Button icon={<SlidersHorizontal size={14} />}>
          {chosen > 0 ? t('filter.moreChosen', { count: chosen }) : t('filter.more')}
        </Button>
      }
    >
      <div className="scroll-thin flex max-h-[min(32rem,70dvh)] flex-col gap-4 overflow-y-auto p-1">
        {one('newForDays', t('filter.anyTime'), newDays, (count) => t('filter.lastDays', { count }))}
        {one('silentForDays', t('filter.anyTime'), silentDays, (count) => t('filter.silentDays', { count }))}
        {one('birthdayMonth', t('filter.anyMonth'), months, (value) => month.format(Date.UTC(2026, value - 1, 1)))}
        <ConditionList
          owner="contact"
          legend={t('filter.attributes')}
          conditions={filter.attributes}
          onChange={(attributes) => onChange({ ...filter, attributes })}
        />
      </div>
    </Popover>
  )
}
