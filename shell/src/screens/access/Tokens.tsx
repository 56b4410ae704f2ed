import { Badge, Button, ConfirmDialog, EmptyState, ErrorState, PageHeader, Skeleton, toast } from '@recado/sdk/ui'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../base/ui/TimeAgo.tsx'
import { useNow } from '../../base/ui/use-now.ts'
import type { ApiToken, ApiTokenCreated } from '../../base/contracts.ts'
import { usePermissionWords } from '../../base/i18n/permission-words.ts'
import { TokenForm } from './TokenForm.tsx'
import { standingOf } from './token-expiry.ts'
import { TokenSecret } from './TokenSecret.tsx'
import { useTokens } from './use-tokens.ts'

type Open =
  | { kind: 'create' }
  | { kind: 'edit' | 'revoke'; token: ApiToken }
  | { kind: 'secret'; created: ApiTokenCreated }

/** `/configuracoes/tokens`: API tokens of the company's programs. */
export function Tokens() {
  const { t } = useTranslation('access')
  const { list, create, update, revoke } = useTokens()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const make = (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen({ kind: 'create' })}>
      {t('tokens.create')}
    </Button>
  )
  const assignable = list.data?.assignable ?? []
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t('tokens.title')}
          description={t('tokens.description')}
          actions={list.data && list.data.tokens.length > 0 && make}
        />
        {list.isPending && (
          <div className="flex flex-col gap-3">
            <Skeleton height="6rem" className="rounded-lg" />
            <Skeleton height="6rem" className="rounded-lg" />
          </div>
        )}
        {list.isError && <ErrorState what={t('tokens.what')} error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.tokens.length === 0 && (
          <EmptyState icon={<KeyRound size={22} />} title={t('tokens.noneTitle')} action={make}>
            {t('tokens.noneDetail')}
          </EmptyState>
        )}
        {list.data !== undefined && list.data.tokens.length > 0 && (
          <ul className="flex flex-col gap-3">
            {list.data.tokens.map((token) => (
              <li key={token.id}>
                <TokenCard
                  token={token}
                  onEdit={() => setOpen({ kind: 'edit', token })}
                  onRevoke={() => setOpen({ kind: 'revoke', token })}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      {open?.kind === 'create' && (
        <TokenForm
          assignable={assignable}
          onClose={close}
          onSave={async (choice) => setOpen({ kind: 'secret', created: await create.mutateAsync(choice) })}
        />
      )}
      {open?.kind === 'edit' && (
        <TokenForm
          token={open.token}
          assignable={assignable}
          onClose={close}
          onSave={async (choice) => {
            await update.mutateAsync({ id: open.token.id, ...choice })
            close()
            toast.success(t('tokens.saved'))
          }}
        />
      )}
      {open?.kind === 'secret' && <TokenSecret created={open.created} onClose={close} />}
      {open?.kind === 'revoke' && (
        <ConfirmDialog
          title={t('tokens.revokeTitle', { name: open.token.name })}
          description={t('tokens.revokeDetail')}
          confirmLabel={t('tokens.revokeConfirm')}
          open
          onOpenChange={(shown) => {
            if (!shown) close()
          }}
          onConfirm={async () => {
            await revoke.mutateAsync(open.token.id)
            toast.success(t('tokens.revoked', { name: open.token.name }))
          }}
        />
      )}
    </div>
  )
}

const tones = { over: 'danger', soon: 'warning', good: 'neutral' } as const

function TokenCard({ token, onEdit, onRevoke }: { token: ApiToken; onEdit(): void; onRevoke(): void }) {
  const { t, i18n } = useTranslation('access')
  const wordsOf = usePermissionWords()
  const now = useNow()
  const standing = standingOf(token.expiresAt, now)
  const day = (at: string) => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(at))
  return (
    <article aria-label={token.name} className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <header className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-thread font-semibold break-words">{token.name}</h2>
          <p className="text-list text-ink-muted tabular-nums">
            {t('tokens.made', { who: token.user.name, when: day(token.createdAt) })} ·{' '}
            {token.lastUsedAt ? (
              <>
                {t('tokens.used')} <TimeAgo at={token.lastUsedAt} />
              </>
            ) : (
              t('tokens.neverUsed')
            )}
          </p>
        </div>
        <Badge tone={tones[standing]}>
          {t(standing === 'over' ? 'tokens.expired' : standing === 'soon' ? 'tokens.soon' : 'tokens.until', {
            when: day(token.expiresAt),
          })}
        </Badge>
      </header>
      {token.expiryAssigned && (
        <p className="text-list text-ink-muted">{t('tokens.expiryAssigned', { when: day(token.expiresAt) })}</p>
      )}
      {standing === 'soon' && (
        <p role="status" className="text-list text-warning">
          {t('tokens.soonDetail')}
        </p>
      )}
      <ul aria-label={t('tokens.scopes')} className="flex flex-wrap gap-1.5">
        {token.scopes.map((scope) => (
          <li key={scope}>
            <Badge>{wordsOf(scope)}</Badge>
          </li>
        ))}
      </ul>
      <footer className="flex flex-wrap justify-end gap-2">
        <Button size="small" aria-label={t('tokens.editLabel', { name: token.name })} onClick={onEdit}>
          {t('tokens.edit')}
        </Button>
        <Button size="small" aria-label={t('tokens.revokeLabel', { name: token.name })} onClick={onRevoke}>
          {t('tokens.revoke')}
        </Button>
      </footer>
    </article>
  )
}
