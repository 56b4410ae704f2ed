import { Checkbox, Field, FormDialog, Icon, Input, usePermission } from '@recado/sdk/ui'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameLengths, type TicketView, ticketViewIcons } from '../../../base/contracts.ts'
import type { TicketFilter } from '../../../data/tickets/ticket-filter.ts'
import { useFieldProblems } from '../../../base/forms/use-field-problems.ts'
import { useTicketViewActs } from './use-ticket-views.ts'
import { viewFilterOf } from './view-filter.ts'

/** Gives the list as it stands a name, or a saved view another one. */
export function SaveView({
  filter,
  view,
  onSaved,
  onClose,
}: {
  filter?: TicketFilter
  view?: TicketView
  onSaved?(view: TicketView): void
  onClose(): void
}) {
  const { t } = useTranslation('attendance')
  const input = useRef<HTMLInputElement>(null)
  const mayShare = usePermission('views.share')
  const { save } = useTicketViewActs()
  const problems = useFieldProblems(save.error)
  const given = view ?? { name: '', icon: 'inbox' as const, shared: false }
  const [name, setName] = useState(given.name)
  const [icon, setIcon] = useState<TicketView['icon']>(given.icon)
  const [shared, setShared] = useState(given.shared)
  const submit = () => {
    if (name.trim() === '') return input.current?.focus()
    const kept = view ? view.filter : viewFilterOf(filter!)
    save.mutate(
      { name, icon, shared, filter: kept, ...(view && { id: view.id }) },
      {
        onSuccess: (saved) => {
          onSaved?.(saved)
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={view ? t('views.rename') : t('views.save')}
      description={t('views.saveDetail')}
      busy={save.isPending}
      problem={problems.general}
      mistakes={save.error}
      isChanged={name !== given.name || icon !== given.icon || shared !== given.shared}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('views.name')} error={problems.of['name']} required>
        <Input
          ref={input}
          value={name}
          maxLength={nameLengths.ticketView}
          autoFocus
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-list font-medium">{t('views.icon')}</legend>
        <div className="flex flex-wrap gap-1.5">
          {ticketViewIcons.map((one) => (
            <label
              key={one}
              className={
                'grid size-9 cursor-pointer place-items-center rounded-md border border-line text-ink-muted ' +
                'hover:bg-hover has-checked:border-accent has-checked:bg-selected has-checked:text-accent-text ' +
                'has-focus-visible:outline-2 has-focus-visible:outline-accent'
              }
            >
              <input
                type="radio"
                name="icon"
                className="sr-only"
                value={one}
                checked={icon === one}
                aria-label={t(`views.icons.${one}`)}
                onChange={() => setIcon(one)}
              />
              <Icon name={one} size={17} />
            </label>
          ))}
        </div>
      </fieldset>
      {mayShare && <Checkbox label={t('views.shared')} checked={shared} onCheckedChange={setShared} />}
    </FormDialog>
  )
}
