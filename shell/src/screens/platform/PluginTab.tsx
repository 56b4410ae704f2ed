import { Button, SchemaFields, toast, useApi } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../../base/ui/report-failure.ts'
import type { FormField } from '../../base/contracts.ts'
import { isMoved, useGlobals } from './global-fields.tsx'
import { Section } from '../../base/forms/Section.tsx'
import { numberOf } from '../../base/forms/typed-number.ts'
import type { Draft } from '../../base/forms/use-draft.ts'
import type { PluginGlobals } from '../../base/contracts.ts'

/** Settings that a plugin declares for the installation (S2-126). Its database is tested as it is stored. */
export function PluginTab({ plugin }: { plugin: PluginGlobals }) {
  const { i18n } = useTranslation()
  const globals = useGlobals()
  const id = useId()
  // The names of a plugin's settings are known while the page runs.
  const draft = globals.draft as unknown as Draft<Record<string, unknown>>
  const change = (values: Readonly<Record<string, unknown>>) => {
    for (const field of plugin.form)
      if (values[field.name] !== draft.values[field.name])
        draft.set(field.name, enteredIn(field, values[field.name], globals.secrets[field.name]?.set === true))
  }
  return (
    <Section title={titleOf(plugin, i18n.language)} description={textIn(plugin.description, i18n.language)}>
      <SchemaFields
        id={id}
        fields={plugin.form}
        values={draft.values}
        issues={globals.errors}
        namespace={plugin.namespace}
        prefix="platformSettings"
        secretsSet={globals.secrets}
        retype={plugin.form
          .filter(({ name, type }) => type === 'secret' && isMoved(globals, name))
          .map(({ name }) => name)}
        onChange={change}
      />
      {plugin.database !== null && <DatabaseTest plugin={plugin.id} setting={plugin.database} />}
    </Section>
  )
}

function DatabaseTest({ plugin, setting }: { plugin: string; setting: string }) {
  const { t } = useTranslation('platform')
  const api = useApi()
  const { draft, secrets } = useGlobals()
  const test = useMutation({
    mutationFn: () => api.post(`/global-settings/${plugin}-test`, {}),
    onSuccess: () => toast.success(t('database.answers')),
    onError: reportFailure,
  })
  const mayTest = secrets[setting]?.set === true && !Object.hasOwn(draft.changes, setting)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button busy={test.isPending} disabled={!mayTest} onClick={() => test.mutate()}>
        {t('database.test')}
      </Button>
      {!mayTest && <p className="text-list text-ink-muted">{t('database.saveFirst')}</p>}
    </div>
  )
}

/** What is stored of what a field answers: an empty one is not set, and an untouched secret stays as it is. */
function enteredIn({ type }: FormField, value: unknown, isSet: boolean): unknown {
  if (type === 'secret') return value === '' && !isSet ? undefined : value
  if (value === '' || value === undefined) return null
  return (type === 'number' || type === 'integer') && typeof value === 'string' ? numberOf(value) : value
}

/** Numbers with digits behind the comma stay as they are typed until they are saved: `0.0` may become `0.05`. */
export const withDecimals = <Changes extends object>(changes: Changes, plugins: readonly PluginGlobals[]): Changes => {
  const decimals = new Set(
    plugins.flatMap(({ form }) => form.filter(({ type }) => type === 'number').map(({ name }) => name)),
  )
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]: [string, unknown]) => [
      name,
      decimals.has(name) && typeof value === 'string' && /^\d+\.\d+$/.test(value) ? Number(value) : value,
    ]),
  ) as Changes
}

const textIn = (texts: Readonly<Record<string, string>>, language: string): string =>
  texts[language] ?? texts['en'] ?? ''

/** Name of a plugin in a language. */
export const titleOf = ({ id, title }: Pick<PluginGlobals, 'id' | 'title'>, language: string): string =>
  textIn(title, language) || id
