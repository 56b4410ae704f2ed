import { brazilianStates } from '@recado/sdk'
import { Button, Checkbox, Field, NoPermission, usePermission, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { ContactReportPage } from './contact-report-page.tsx'

/** `/relatorios/contatos-por-estado` (S2-065); one state at least (S5-099). */
export default function StatesPage() {
  return usePermission('read') ? <ContactsByStates /> : <NoPermission />
}

function ContactsByStates() {
  const { t, i18n } = useWords()
  const [states, setStates] = useState<readonly string[]>([])
  const toggle = (state: string, isChosen: boolean) =>
    setStates(brazilianStates.filter((one) => (one === state ? isChosen : states.includes(one))))
  const nameOf = (state: string): string => t(`states.${state}`)
  const named = [...brazilianStates].sort((a, b) => nameOf(a).localeCompare(nameOf(b), i18n.language))
  return (
    <ContactReportPage
      name="states"
      path="contacts-by-states"
      icon="globe"
      query={{ states }}
      missing={states.length === 0 ? t('errors.ERR_REPORT_NEEDS_STATE') : undefined}
      onClear={() => setStates([])}
      filters={
        <fieldset className="flex min-w-0 flex-col gap-3">
          <legend className="mb-2 text-list font-medium">{t('filters.states.label')}</legend>
          <div className="grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-4 lg:grid-cols-5">
            {named.map((state) => (
              <Field key={state} label={nameOf(state)} hideLabel>
                <Checkbox
                  label={nameOf(state)}
                  checked={states.includes(state)}
                  onCheckedChange={(isChosen) => toggle(state, isChosen)}
                />
              </Field>
            ))}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button size="small" variant="ghost" onClick={() => setStates([...brazilianStates])}>
              {t('report.all')}
            </Button>
            <Button size="small" variant="ghost" disabled={states.length === 0} onClick={() => setStates([])}>
              {t('report.clear')}
            </Button>
          </div>
        </fieldset>
      }
    />
  )
}
