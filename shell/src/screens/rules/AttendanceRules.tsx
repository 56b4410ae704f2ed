import { toast, useFieldErrors } from '@recado/sdk/ui'
import { useMemo, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompanySettings } from '../../base/contracts.ts'
import { SaveBar } from '../../base/forms/SaveBar.tsx'
import { SettingsPage } from '../../base/forms/SettingsPage.tsx'
import { UnsavedChanges } from '../../base/forms/UnsavedChanges.tsx'
import { useCompanySettings, useCompanySettingsChange } from '../../data/company/use-company.ts'
import { useDraft } from '../../base/forms/use-draft.ts'
import { BirthdaySection } from './BirthdaySection.tsx'
import { DistributionSection } from './DistributionSection.tsx'
import { InactivitySection } from './InactivitySection.tsx'
import { LinksSection } from './LinksSection.tsx'
import { rulesOf } from './rules-draft.ts'
import { SignatureSection } from './SignatureSection.tsx'
import { SlaSection } from './SlaSection.tsx'

/** `/configuracoes/atendimento`: automatic acts on tickets by time and rules. */
export function AttendanceRules() {
  const { t } = useTranslation('rules')
  const settings = useCompanySettings()
  return (
    <SettingsPage title={t('title')} description={t('description')} what={t('what')} query={settings}>
      {settings.data && <RulesForm settings={settings.data} />}
    </SettingsPage>
  )
}

function RulesForm({ settings }: { settings: CompanySettings }) {
  const { t } = useTranslation('rules')
  const draft = useDraft(useMemo(() => rulesOf(settings), [settings]))
  const save = useCompanySettingsChange()
  const fieldErrors = useFieldErrors()
  const [failure, setFailure] = useState<{ readonly problem: unknown; readonly key: string } | null>(null)
  // A setting is sent alone, as `value`; paths of its mistakes follow behind a dot.
  const errors = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(fieldErrors(failure?.problem)).map(([path, text]) => [
          path.replace(/^value/, failure?.key ?? ''),
          text,
        ]),
      ),
    [fieldErrors, failure],
  )

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!draft.isDirty || save.isPending) return
    setFailure(null)
    let key = ''
    try {
      for (const [name, value] of Object.entries(draft.changes)) {
        key = name
        await save.mutateAsync({ [name]: value })
      }
      draft.discard()
      toast.success(t('platform:saved'))
    } catch (problem) {
      setFailure({ problem, key })
    }
  }
  const sections = { values: draft.values, set: draft.set, errors }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <DistributionSection {...sections} />
      <InactivitySection {...sections} />
      <SlaSection {...sections} />
      <SignatureSection {...sections} />
      <LinksSection {...sections} />
      <BirthdaySection {...sections} />
      <SaveBar
        isDirty={draft.isDirty}
        busy={save.isPending}
        failure={failure?.problem}
        onDiscard={() => {
          draft.discard()
          setFailure(null)
        }}
      />
      <UnsavedChanges when={draft.isDirty} />
    </form>
  )
}
