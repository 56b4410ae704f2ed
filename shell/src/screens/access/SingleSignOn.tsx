import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Field,
  IconButton,
  Input,
  PageHeader,
  Skeleton,
  toast,
  usePermission,
} from '@recado/sdk/ui'
import { Copy, LogIn, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SsoProvider } from '../../base/contracts.ts'
import { RequireSecondFactor } from './RequireSecondFactor.tsx'
import { SsoDomainProof } from './SsoDomainProof.tsx'
import { SsoProviderForm } from './SsoProviderForm.tsx'
import { useSsoDomains } from '../../data/access/use-sso-domains.ts'
import { useSsoProviderActs, useSsoProviders } from './use-sso-providers.ts'

type Open = { kind: 'create' } | { kind: 'edit' | 'delete'; provider: SsoProvider }

/** `/configuracoes/login-unico`: where the company's people sign in. */
export function SingleSignOn() {
  const { t } = useTranslation('access')
  const providers = useSsoProviders()
  const domains = useSsoDomains()
  const acts = useSsoProviderActs()
  const mayRequire = usePermission('settings.manage')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const { data } = providers
  const add = data?.callbackUrl && (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen({ kind: 'create' })}>
      {t('sso.add')}
    </Button>
  )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t('sso.title')}
          description={t('sso.description')}
          actions={data && data.providers.length > 0 && add}
        />
        {providers.isPending && <Skeleton height="7rem" className="rounded-lg" />}
        {providers.isError && (
          <ErrorState what={t('sso.what')} error={providers.error} onRetry={() => void providers.refetch()} />
        )}
        {data && <Callback url={data.callbackUrl} />}
        {data?.providers.length === 0 && (
          <EmptyState icon={<LogIn size={22} />} title={t('sso.noneTitle')} action={add}>
            {t('sso.noneDetail')}
          </EmptyState>
        )}
        {data && data.providers.length > 0 && (
          <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
            {data.providers.map((provider) => (
              <li key={provider.id} className="flex flex-col gap-3 px-4 py-3">
                <div className="flex items-start gap-3">
                  <div className="min-w-0 flex-1">
                    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-thread font-medium">
                      <span className="break-words">{provider.name}</span>
                      <Badge tone={provider.isActive ? 'success' : 'neutral'}>
                        {t(provider.isActive ? 'sso.active' : 'sso.inactive')}
                      </Badge>
                      {provider.autoCreate && <Badge>{t('sso.creates')}</Badge>}
                    </p>
                    <p className="mt-0.5 truncate text-list text-ink-muted" title={provider.issuer}>
                      {provider.issuer}
                    </p>
                  </div>
                  <IconButton
                    icon={<Pencil size={16} />}
                    label={t('sso.edit', { name: provider.name })}
                    onClick={() => setOpen({ kind: 'edit', provider })}
                  />
                  <IconButton
                    icon={<Trash2 size={16} />}
                    label={t('sso.delete', { name: provider.name })}
                    onClick={() => setOpen({ kind: 'delete', provider })}
                  />
                </div>
                {domains.isPending && <Skeleton height="1.5rem" />}
                {domains.isError && (
                  <ErrorState
                    what={t('sso.domain.what')}
                    error={domains.error}
                    onRetry={() => void domains.refetch()}
                  />
                )}
                {domains.data
                  ?.filter(({ providerId }) => providerId === provider.id)
                  .map((domain) => (
                    <SsoDomainProof key={domain.domain} domain={domain} />
                  ))}
              </li>
            ))}
          </ul>
        )}
        {mayRequire && <RequireSecondFactor />}
      </div>
      {open?.kind === 'create' && (
        <SsoProviderForm
          provider={undefined}
          onClose={close}
          onSave={(input) => acts.save.mutateAsync({ ...input, id: undefined })}
        />
      )}
      {open?.kind === 'edit' && (
        <SsoProviderForm
          provider={open.provider}
          onClose={close}
          onSave={(input) => acts.save.mutateAsync({ ...input, id: open.provider.id })}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={t('sso.deleteTitle', { name: open.provider.name })}
          description={t('sso.deleteDetail')}
          confirmLabel={t('sso.deleteLabel')}
          open
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
          onConfirm={() => acts.remove.mutateAsync(open.provider.id)}
        />
      )}
    </div>
  )
}

/** Redirect address to enter at the provider; without an address of the installation no other one is useful. */
function Callback({ url }: { readonly url: string | null }) {
  const { t } = useTranslation('access')
  if (url === null)
    return (
      <p role="status" className="rounded-md border border-warning/40 bg-warning-soft px-3 py-2.5 text-list">
        {t('sso.callbackMissing')}
      </p>
    )
  const copy = (): void =>
    void navigator.clipboard.writeText(url).then(
      () => toast.success(t('sso.copied')),
      () => toast.error(t('sso.copyFailed')),
    )
  return (
    <div className="flex items-end gap-2">
      <Field label={t('sso.callback')} help={t('sso.callbackHelp')} className="min-w-0 flex-1">
        <Input value={url} readOnly spellCheck={false} onFocus={(event) => event.target.select()} />
      </Field>
      <IconButton className="mb-6" icon={<Copy size={16} />} label={t('sso.copy')} onClick={copy} />
    </div>
  )
}
