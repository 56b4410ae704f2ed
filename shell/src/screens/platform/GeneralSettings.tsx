import { ApiError, Field, Input, Select, Switch, toast, useErrorWords, useFieldErrors } from '@recado/sdk/ui'
import { useMemo, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  companyAddressLength,
  type CompanySettingKeyOf,
  type CompanySettings,
  type Locale,
  nameLengths,
} from '../../base/contracts.ts'
import { localeNames } from '../../base/i18n/locale-choice.ts'
import { numberOf } from '../../base/forms/typed-number.ts'
import { ProtocolFields } from './ProtocolFields.tsx'
import { SaveBar } from '../../base/forms/SaveBar.tsx'
import { Section } from '../../base/forms/Section.tsx'
import { SettingsPage } from '../../base/forms/SettingsPage.tsx'
import { UnsavedChanges } from '../../base/forms/UnsavedChanges.tsx'
import {
  useCompany,
  useCompanyChange,
  useCompanySettings,
  useCompanySettingsChange,
  useInstantSwitch,
  type CompanyProfile,
} from '../../data/company/use-company.ts'
import { useDraft } from '../../base/forms/use-draft.ts'

const switches = [
  'NotViewAssignedTickets',
  'NotViewTicketsQueueUndefined',
  'NotViewTicketsChatBot',
  'hideContactData',
  'requireSecondFactor',
] as const satisfies readonly CompanySettingKeyOf<'toggle'>[]
const numbers = [
  'reopenBlockMinutes',
  'ticketListLimit',
  'sessionsPerUser',
  'sessionIdleMinutes',
] as const satisfies readonly CompanySettingKeyOf<'number'>[]
const saved = ['protocolFormat', ...numbers] as const
const profileKeys: readonly string[] = [
  'name',
  'timeZone',
  'locale',
  'publicAddress',
] satisfies (keyof CompanyProfile)[]
type SavedSettings = Pick<CompanySettings, (typeof saved)[number]>
type Form = CompanyProfile & SavedSettings

/**
 * `/configuracoes/geral` (S2-070): the company and how it works. Switches take effect at once, the rest when it is
 * saved.
 */
export function GeneralSettings() {
  const { t } = useTranslation('platform')
  const company = useCompany()
  const settings = useCompanySettings()
  const query = company.isError || company.isPending ? company : settings
  return (
    <SettingsPage
      title={t('general.title')}
      description={t('general.description')}
      what={t('general.what')}
      query={query}
    >
      {company.data && settings.data && (
        <>
          <GeneralForm company={company.data} settings={settings.data} />
          <Switches settings={settings.data} />
        </>
      )}
    </SettingsPage>
  )
}

function Switches({ settings }: { settings: CompanySettings }) {
  const { t } = useTranslation('platform')
  const turn = useInstantSwitch()
  return (
    <Section title={t('general.visibility')} description={t('general.visibilityDetail')}>
      {switches.map((key) => (
        <Field key={key} label={t(`general.${key}.label`)} hideLabel help={t(`general.${key}.help`)}>
          <Switch label={t(`general.${key}.label`)} checked={settings[key]} onCheckedChange={(on) => turn(key, on)} />
        </Field>
      ))}
    </Section>
  )
}

function GeneralForm({ company, settings }: { company: CompanyProfile; settings: CompanySettings }) {
  const { t } = useTranslation('platform')
  const stored = useMemo((): Form => {
    const values = Object.fromEntries(saved.map((key) => [key, settings[key]])) as unknown as SavedSettings
    return { ...company, ...values }
  }, [company, settings])
  const draft = useDraft(stored)
  const { values, set } = draft
  const saveCompany = useCompanyChange()
  const saveSettings = useCompanySettingsChange()
  const [failure, setFailure] = useState<{ readonly problem: unknown; readonly key: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const fieldErrors = useFieldErrors()
  const words = useErrorWords()
  const isTaken = ApiError.is(failure?.problem) && failure.problem.code === 'ERR_COMPANY_ADDRESS_TAKEN'
  const taken = isTaken ? words(failure.problem).text : undefined
  const errors = useMemo((): Readonly<Record<string, string>> => {
    const found = fieldErrors(failure?.problem)
    // A setting is sent alone, as `value`; paths of its mistakes follow behind a dot.
    return Object.fromEntries(
      Object.entries(found).map(([path, text]) => [path.replace(/^value/, failure?.key ?? ''), text]),
    )
  }, [fieldErrors, failure])

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!draft.isDirty || busy) return
    setBusy(true)
    setFailure(null)
    let key = 'company'
    try {
      if (Object.keys(draft.changes).some((changed) => profileKeys.includes(changed)))
        await saveCompany.mutateAsync({
          name: values.name,
          timeZone: values.timeZone,
          locale: values.locale,
          publicAddress: values.publicAddress,
        })
      for (const [name, value] of Object.entries(draft.changes)) {
        if (profileKeys.includes(name)) continue
        key = name
        await saveSettings.mutateAsync({ [name]: value })
      }
      draft.discard()
      toast.success(t('saved'))
    } catch (problem) {
      setFailure({ problem, key })
    } finally {
      setBusy(false)
    }
  }
  const zones = useMemo(
    () => [...new Set([values.timeZone, ...Intl.supportedValuesOf('timeZone')])].sort(),
    [values.timeZone],
  )
  const number = (key: (typeof numbers)[number]) => (
    <Field label={t(`general.${key}.label`)} help={t(`general.${key}.help`)} error={errors[key]} required>
      <Input
        inputMode="numeric"
        className="max-w-40"
        value={values[key]}
        onChange={({ target }) => set(key, numberOf(target.value))}
      />
    </Field>
  )
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <Section title={t('general.company')} description={t('general.companyDetail')}>
        <Field label={t('general.name')} error={errors['name']} required>
          <Input
            value={values.name}
            maxLength={nameLengths.company}
            onChange={(event) => set('name', event.target.value)}
          />
        </Field>
        <div className="grid items-start gap-4 pane:grid-cols-2">
          <Field label={t('general.timeZone')} help={t('general.timeZoneHelp')} error={errors['timeZone']}>
            <Select
              value={values.timeZone}
              options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
              onValueChange={(zone) => set('timeZone', zone)}
            />
          </Field>
          <Field label={t('general.locale')} help={t('general.localeHelp')} error={errors['locale']}>
            <Select
              value={values.locale}
              options={Object.entries(localeNames).map(([value, label]) => ({ value, label }))}
              onValueChange={(locale) => set('locale', locale as Locale)}
            />
          </Field>
        </div>
        <Field
          label={t('general.publicAddress')}
          help={t('general.publicAddressHelp')}
          error={errors['publicAddress'] ?? taken}
        >
          <Input
            value={values.publicAddress ?? ''}
            maxLength={companyAddressLength}
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => set('publicAddress', target.value.trim().toLowerCase() || null)}
          />
        </Field>
        {values.publicAddress !== null && (
          <p className="-mt-2 text-xs break-all text-ink-muted">
            {t('general.publicAddressPreview', { link: `${location.origin}/…/${values.publicAddress}` })}
          </p>
        )}
      </Section>
      <Section title={t('general.protocol')} description={t('general.protocolDetail')}>
        <ProtocolFields
          format={values.protocolFormat}
          timeZone={values.timeZone}
          errors={errors}
          onChange={(format) => set('protocolFormat', format)}
        />
      </Section>
      <Section title={t('general.tickets')}>
        {number('reopenBlockMinutes')}
        {number('ticketListLimit')}
      </Section>
      <Section title={t('general.security')} description={t('general.securityDetail')}>
        {number('sessionsPerUser')}
        {number('sessionIdleMinutes')}
      </Section>
      <SaveBar
        isDirty={draft.isDirty}
        busy={busy}
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
