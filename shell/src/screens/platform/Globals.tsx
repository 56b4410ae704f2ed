import { Tabs, useFieldErrors } from '@recado/sdk/ui'
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { LicenceSettings } from './LicenceSettings.tsx'
import { FrontendTab } from './FrontendTab.tsx'
import { GlobalsContext } from './global-fields.tsx'
import { PluginTab, titleOf, withDecimals } from './PluginTab.tsx'
import { SaveBar } from '../../base/forms/SaveBar.tsx'
import { SettingsPage } from '../../base/forms/SettingsPage.tsx'
import { SmtpTab } from './SmtpTab.tsx'
import { SystemTab } from './SystemTab.tsx'
import { UnsavedChanges } from '../../base/forms/UnsavedChanges.tsx'
import { useDraft } from '../../base/forms/use-draft.ts'
import {
  useGlobalSettings,
  useGlobalSettingsChange,
  type GlobalForm,
  type GlobalSettingsView,
} from '../../data/installation/use-global-settings.ts'

type Tab = 'smtp' | 'system' | 'frontend' | 'licence' | `plugin:${string}`
const systemKeys: readonly string[] = [
  'maxConnections',
  'maxStorage',
  'disableUserCreation',
  'deliveryMode',
  'keepMessagesDays',
  'keepDeliveriesDays',
  'keepTicketLogDays',
  'keepAuditDays',
  'keepEventsDays',
]

/** The tab on which a field stands. */
function tabOf(field: string, plugins: GlobalSettingsView['plugins']): Tab {
  const owner = plugins.find(({ form }) => form.some(({ name }) => name === field))
  if (owner) return pluginTab(owner.id)
  if (field.startsWith('smtp')) return 'smtp'
  return systemKeys.includes(field) ? 'system' : 'frontend'
}
const pluginTab = (id: string): Tab => `plugin:${id}`

/** `/configuracoes/globais` (S2-089): settings of the whole installation. For masters. */
export function Globals() {
  const { t } = useTranslation('platform')
  const settings = useGlobalSettings()
  return (
    <SettingsPage
      title={t('globals.title')}
      description={t('globals.description')}
      what={t('globals.what')}
      query={settings}
    >
      {settings.data && <GlobalsForm view={settings.data} />}
    </SettingsPage>
  )
}

function GlobalsForm({ view }: { view: GlobalSettingsView }) {
  const { t, i18n } = useTranslation('platform')
  const [tab, setTab] = useState<Tab>('smtp')
  const stored = useMemo((): GlobalForm => ({ ...view.values }), [view])
  const draft = useDraft(stored)
  const change = useGlobalSettingsChange()
  const fieldErrors = useFieldErrors()
  const errors = useMemo(() => fieldErrors(change.error), [fieldErrors, change.error])
  const plugin = view.plugins.find(({ id }) => pluginTab(id) === tab)
  const tabs = [
    { value: 'smtp', label: t('globals.tabs.smtp') },
    { value: 'system', label: t('globals.tabs.system') },
    ...view.plugins.map((one) => ({ value: pluginTab(one.id), label: titleOf(one, i18n.language) })),
    { value: 'frontend', label: t('globals.tabs.frontend') },
    { value: 'licence', label: t('globals.tabs.licence') },
  ]
  const form = useRef<HTMLFormElement>(null)
  /** A refusal has come, and the field it is about is not drawn as wrong yet. */
  const seeksFault = useRef(false)
  useEffect(() => {
    const fault = seeksFault.current ? form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null
    if (!fault) return
    seeksFault.current = false
    fault.focus()
  }, [errors, tab])

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!draft.isDirty || change.isPending) return
    change.mutate(withDecimals(draft.changes, view.plugins), {
      onSuccess: draft.discard,
      onError: (failure) => {
        const [first] = Object.keys(fieldErrors(failure))
        if (first === undefined) return
        setTab(tabOf(first, view.plugins))
        seeksFault.current = true
      },
    })
  }
  const discard = () => {
    draft.discard()
    change.reset()
  }
  return (
    <GlobalsContext value={{ draft, stored, secrets: view.secrets, errors }}>
      <form ref={form} noValidate onSubmit={save} className="flex flex-col gap-4">
        <Tabs value={tab} onValueChange={(value) => setTab(value as Tab)} label={t('globals.title')} tabs={tabs}>
          <div className="flex flex-col gap-4 pt-4">
            {tab === 'smtp' && <SmtpTab />}
            {tab === 'system' && <SystemTab />}
            {plugin && <PluginTab key={plugin.id} plugin={plugin} />}
            {tab === 'frontend' && <FrontendTab />}
          </div>
        </Tabs>
        <SaveBar isDirty={draft.isDirty} busy={change.isPending} failure={change.error} onDiscard={discard} />
      </form>
      {/* The tab has forms of its own. */}
      {tab === 'licence' && <LicenceSettings />}
      <UnsavedChanges when={draft.isDirty} />
    </GlobalsContext>
  )
}
