import {
  Button,
  ConfirmDialog,
  ErrorState,
  Field,
  IconButton,
  Input,
  Skeleton,
  toast,
  useApi,
  useErrorText,
} from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { Copy, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { Section } from '../../base/forms/Section.tsx'
import { useGlobalSettings, useGlobalSettingsChange } from '../../data/installation/use-global-settings.ts'

const isKey = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** S2-128: the key with which this installation issues licences, and whose licences it takes beside its own. */
export function LicenceSettings() {
  const { t } = useTranslation('companies')
  const api = useApi()
  const own = useQuery({
    queryKey: keys.licenceIssuer,
    queryFn: ({ signal }) => api.get<{ publicKey: string }>('/license-issuer', { signal }),
  })
  const settings = useGlobalSettings()
  if (own.isError || settings.isError)
    return (
      <ErrorState
        what={t('issuers.what')}
        error={own.error ?? settings.error}
        onRetry={() => {
          void own.refetch()
          void settings.refetch()
        }}
      />
    )
  if (!own.data || !settings.data) return <Skeleton lines={4} />
  const copy = () =>
    void navigator.clipboard.writeText(own.data.publicKey).then(
      () => toast.success(t('companies.copied')),
      () => undefined,
    )
  return (
    <div className="flex flex-col gap-4">
      <Section title={t('issuers.ownTitle')}>
        <Field label={t('issuers.own')} help={t('issuers.ownHelp')}>
          <Input
            readOnly
            value={own.data.publicKey}
            className="font-mono text-xs"
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <Button className="self-start" icon={<Copy size={16} />} onClick={copy}>
          {t('issuers.copy')}
        </Button>
      </Section>
      <Issuers known={settings.data.values.licenceIssuers} />
    </div>
  )
}

function Issuers({ known }: { known: readonly string[] }) {
  const { t } = useTranslation('companies')
  const textOf = useErrorText()
  const [key, setKey] = useState('')
  const [leaving, setLeaving] = useState<string>()
  const save = useGlobalSettingsChange()
  const typed = key.trim()
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (isKey(typed)) save.mutate({ licenceIssuers: [...new Set([...known, typed])] }, { onSuccess: () => setKey('') })
  }
  return (
    <Section title={t('issuers.title')} description={t('issuers.detail')}>
      {known.length === 0 ? (
        <p className="text-list text-ink-muted">{t('issuers.none')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {known.map((issuer) => (
            <li key={issuer} className="flex items-center gap-2 px-3 py-1.5">
              <code className="min-w-0 flex-1 break-all text-xs" translate="no">
                {issuer}
              </code>
              <IconButton
                icon={<Trash2 size={16} />}
                label={t('issuers.remove', { key: issuer.slice(0, 8) })}
                onClick={() => setLeaving(issuer)}
              />
            </li>
          ))}
        </ul>
      )}
      <form className="flex flex-col gap-3" onSubmit={add}>
        <Field
          label={t('issuers.key')}
          error={typed !== '' && !isKey(typed) ? t('issuers.wrong') : save.isError ? textOf(save.error) : undefined}
        >
          <Input
            value={key}
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-xs"
            onChange={(event) => {
              setKey(event.target.value)
              save.reset()
            }}
          />
        </Field>
        <Button type="submit" busy={save.isPending} disabled={!isKey(typed)} className="self-start">
          {t('issuers.add')}
        </Button>
      </form>
      <ConfirmDialog
        title={t('issuers.removeTitle')}
        description={t('issuers.removeDetail', { key: leaving?.slice(0, 8) })}
        confirmLabel={t('issuers.removeConfirm')}
        open={leaving !== undefined}
        onOpenChange={(open) => {
          if (!open) setLeaving(undefined)
        }}
        onConfirm={() =>
          save.mutate({ licenceIssuers: known.filter((issuer) => issuer !== leaving) }, { onError: reportFailure })
        }
      />
    </Section>
  )
}
