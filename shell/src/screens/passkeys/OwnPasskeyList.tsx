import { Badge, Button, ConfirmDialog, EmptyState, ErrorState, IconButton, Skeleton } from '@recado/sdk/ui'
import { Fingerprint, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../base/ui/TimeAgo.tsx'
import type { Passkey } from '../../base/contracts.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { passkeyObstacle } from '../../parts/passkeys/passkey-failure.ts'
import { RenamePasskey } from './RenamePasskey.tsx'
import { useOwnPasskeyActs, useOwnPasskeys } from './use-own-passkeys.ts'

type Open = { kind: 'add' } | { kind: 'rename' | 'delete'; passkey: Passkey }

export function OwnPasskeyList() {
  const { t, i18n } = useTranslation('ownPasskeys')
  const passkeys = useOwnPasskeys()
  const acts = useOwnPasskeyActs()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const obstacle = passkeyObstacle(window)
  const add = (
    <Button
      variant="primary"
      className="shrink-0"
      icon={<Plus size={16} />}
      disabled={obstacle !== undefined}
      onClick={() => setOpen({ kind: 'add' })}
    >
      {t('own.add')}
    </Button>
  )
  const date = (at: string) => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(at))
  const isLast = (passkey: Passkey) => passkey.isActive && passkeys.data?.filter((one) => one.isActive).length === 1
  return (
    <section aria-labelledby="own-passkeys" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3 pane:flex-nowrap">
        <div className="max-w-xl min-w-0">
          <h2 id="own-passkeys" className="text-thread font-semibold">
            {t('own.heading')}
          </h2>
          <p className="mt-1 text-list text-ink-muted">{t('own.detail')}</p>
        </div>
        {passkeys.data !== undefined && passkeys.data.length > 0 && add}
      </div>
      {obstacle && (
        <p role="status" className="rounded-md border border-line bg-surface px-3 py-2.5 text-list text-ink-muted">
          {t(`passkeys:failure.${obstacle}`)}
        </p>
      )}
      {passkeys.isPending && <Skeleton height="4.5rem" className="rounded-lg" />}
      {passkeys.isError && (
        <ErrorState what={t('own.what')} error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      )}
      {passkeys.data?.length === 0 && (
        <EmptyState icon={<Fingerprint size={22} />} title={t('own.noneTitle')} action={add}>
          {t('own.noneDetail')}
        </EmptyState>
      )}
      {passkeys.data !== undefined && passkeys.data.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
          {passkeys.data.map((passkey) => (
            <li key={passkey.id} className="flex items-start gap-3 px-4 py-3">
              <span className="mt-0.5 text-ink-muted" aria-hidden>
                {passkey.authenticatorType === 'platform' ? <Fingerprint size={18} /> : <KeyRound size={18} />}
              </span>
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-thread font-medium">
                  <span className="break-words">{passkey.deviceName}</span>
                  {!passkey.isActive && <Badge tone="warning">{t('own.inactive')}</Badge>}
                  {passkey.isSynced && <Badge>{t('own.synced')}</Badge>}
                </p>
                <p className="mt-0.5 text-list text-ink-muted">{t(`type.${passkey.authenticatorType}`)}</p>
                <p className="text-list text-ink-muted">
                  {t('own.created', { date: date(passkey.createdAt) })} ·{' '}
                  {passkey.lastUsedAt ? (
                    <>
                      {t('own.used')} <TimeAgo at={passkey.lastUsedAt} />
                    </>
                  ) : (
                    t('own.neverUsed')
                  )}
                </p>
              </div>
              <IconButton
                icon={<Pencil size={16} />}
                label={t('own.rename', { name: passkey.deviceName })}
                onClick={() => setOpen({ kind: 'rename', passkey })}
              />
              <IconButton
                icon={<Trash2 size={16} />}
                label={t('own.delete', { name: passkey.deviceName })}
                onClick={() => setOpen({ kind: 'delete', passkey })}
              />
            </li>
          ))}
        </ul>
      )}
      {open?.kind === 'add' && <AddPasskey onClose={close} onAdd={(input) => acts.add.mutateAsync(input)} />}
      {open?.kind === 'rename' && (
        <RenamePasskey
          passkey={open.passkey}
          onClose={close}
          onRename={(deviceName) => acts.rename.mutateAsync({ id: open.passkey.id, deviceName })}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={t('own.deleteTitle', { name: open.passkey.deviceName })}
          description={`${t('own.deleteDetail')}${isLast(open.passkey) ? ` ${t('own.deleteLast')}` : ''}`}
          confirmLabel={t('own.deleteLabel')}
          open
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
          onConfirm={() => acts.remove.mutateAsync(open.passkey.id)}
        />
      )}
    </section>
  )
}
