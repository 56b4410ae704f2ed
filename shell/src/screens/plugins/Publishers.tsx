import {
  Button,
  ConfirmDialog,
  Dialog,
  ErrorState,
  Field,
  IconButton,
  Input,
  Skeleton,
  useErrorText,
} from '@recado/sdk/ui'
import { Trash2 } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { nameLengths, type PluginPublisher } from '../../base/contracts.ts'
import { readableFingerprint } from './install/fingerprint.ts'
import { usePublishers } from './install/use-publishers.ts'

/** Publishers whose signatures this installation trusts. */
export function Publishers({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['settings', 'shell'])
  const { publishers, trust, distrust } = usePublishers()
  const [leaving, setLeaving] = useState<PluginPublisher | null>(null)
  return (
    <Dialog
      title={t('settings:plugins.publishers.title')}
      description={t('settings:plugins.publishers.detail')}
      shape="wide"
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={<Button onClick={onClose}>{t('settings:plugins.publishers.close')}</Button>}
    >
      {publishers.isPending && <Skeleton lines={3} />}
      {publishers.isError && (
        <ErrorState
          what={t('settings:plugins.publishers.what')}
          error={publishers.error}
          onRetry={() => void publishers.refetch()}
        />
      )}
      {publishers.data?.length === 0 && (
        <p className="text-list text-ink-muted">{t('settings:plugins.publishers.none')}</p>
      )}
      {publishers.data !== undefined && publishers.data.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line text-list">
          {publishers.data.map((publisher) => (
            <li key={publisher.fingerprint} className="flex items-start gap-2 px-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="font-medium">{publisher.name}</p>
                <code className="break-words text-xs text-ink-muted tabular-nums" translate="no">
                  {readableFingerprint(publisher.fingerprint)}
                </code>
              </div>
              <IconButton
                icon={<Trash2 size={16} />}
                label={t('settings:plugins.publishers.remove', { name: publisher.name })}
                onClick={() => setLeaving(publisher)}
              />
            </li>
          ))}
        </ul>
      )}
      <TrustForm onTrust={trust.mutateAsync} />
      {leaving && (
        <ConfirmDialog
          title={t('settings:plugins.publishers.removeTitle', { name: leaving.name })}
          description={t('settings:plugins.publishers.removeDetail')}
          confirmLabel={t('settings:plugins.publishers.removeConfirm')}
          open
          onOpenChange={(open) => {
            if (!open) setLeaving(null)
          }}
          onConfirm={() => distrust.mutateAsync(leaving)}
        />
      )}
    </Dialog>
  )
}

function TrustForm({ onTrust }: { onTrust(publisher: { name: string; publicKey: string }): Promise<unknown> }) {
  const { t } = useTranslation('settings')
  const form = useId()
  const textOf = useErrorText()
  const [name, setName] = useState('')
  const [publicKey, setPublicKey] = useState('')
  const [problem, setProblem] = useState<unknown>(undefined)
  const [busy, setBusy] = useState(false)
  // 32 bytes in base64.
  const fits = /^[A-Za-z0-9+/]{43}=?$/.test(publicKey.trim())
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      await onTrust({ name: name.trim(), publicKey: publicKey.trim().replace(/=?$/, '=') })
      setName('')
      setPublicKey('')
    } catch (thrown) {
      setProblem(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form id={form} className="flex flex-col gap-3 border-t border-line pt-3" onSubmit={(event) => void submit(event)}>
      <Field label={t('plugins.publishers.name')}>
        <Input
          value={name}
          maxLength={nameLengths.publisher}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field
        label={t('plugins.publishers.key')}
        help={t('plugins.publishers.keyHelp')}
        error={publicKey !== '' && !fits ? t('plugins.publishers.keyWrong') : undefined}
      >
        <Input
          value={publicKey}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setPublicKey(event.target.value)}
        />
      </Field>
      {problem !== undefined && (
        <p role="alert" className="text-list text-danger">
          {textOf(problem)}
        </p>
      )}
      <Button type="submit" busy={busy} disabled={name.trim() === '' || !fits} className="self-start">
        {t('plugins.publishers.add')}
      </Button>
    </form>
  )
}
