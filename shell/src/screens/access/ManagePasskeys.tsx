import {
  Button,
  classNames,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Field,
  IconButton,
  Input,
  PageHeader,
  Select,
  Skeleton,
  Switch,
  Table,
} from '@recado/sdk/ui'
import { Fingerprint, SearchX, Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../base/ui/TimeAgo.tsx'
import { maxSearchLength, type ManagedPasskey } from '../../base/contracts.ts'
import { useManagedPasskeyActs, useManagedPasskeys, usePasskeyTenants } from './use-managed-passkeys.ts'

/** The value of the choice that stands for one's own company. */
const own = ''

/** On a phone what is acted on stays in sight; the rest is told by wider screens. */
const wide = 'hidden pane:table-cell'
const columns = [
  { key: 'user' },
  { key: 'device' },
  { key: 'type', className: wide },
  { key: 'created', className: wide },
  { key: 'used', className: wide },
  { key: 'active' },
] as readonly { key: 'user' | 'device' | 'type' | 'created' | 'used' | 'active'; className?: string }[]

/** `/configuracoes/gerenciar-passkeys`: the passkeys of all users, and the way back for who lost one. */
export function ManagePasskeys() {
  const { t } = useTranslation(['access', 'ownPasskeys'])
  const [search, setSearch] = useState('')
  const [tenant, setTenant] = useState(own)
  const filter = { searchParam: useDeferredValue(search.trim()), tenantId: tenant === own ? undefined : tenant }
  const passkeys = useManagedPasskeys(filter)
  const tenants = usePasskeyTenants()
  const acts = useManagedPasskeyActs(filter)
  const [leaving, setLeaving] = useState<ManagedPasskey | null>(null)
  const rows = passkeys.data?.pages.flatMap((page) => page.passkeys)
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t('access:passkeys.title')}
          description={t('access:passkeys.description')}
        />
        <div className="flex flex-wrap gap-3">
          <Field label={t('access:passkeys.search')} hideLabel className="min-w-0 flex-1 basis-64">
            <Input
              type="search"
              value={search}
              maxLength={maxSearchLength}
              placeholder={t('access:passkeys.search')}
              onChange={(event) => setSearch(event.target.value)}
            />
          </Field>
          {tenants.length > 1 && (
            <Field label={t('access:passkeys.company')} hideLabel className="w-full pane:w-64">
              <Select
                value={tenant}
                onValueChange={setTenant}
                options={[
                  { value: own, label: t('access:passkeys.ownCompany') },
                  ...tenants.map(({ id, name, passkeys: count }) => ({
                    value: id,
                    label: t('access:passkeys.tenantCount', { name, count }),
                  })),
                ]}
              />
            </Field>
          )}
        </div>
        {passkeys.isPending && <Skeleton height="12rem" className="rounded-lg" />}
        {passkeys.isError && (
          <ErrorState what={t('access:passkeys.what')} error={passkeys.error} onRetry={() => void passkeys.refetch()} />
        )}
        {rows?.length === 0 &&
          (filter.searchParam === '' ? (
            <EmptyState icon={<Fingerprint size={22} />} title={t('access:passkeys.noneTitle')}>
              {t('access:passkeys.noneDetail')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<SearchX size={22} />}
              title={t('access:passkeys.nothingTitle')}
              action={<Button onClick={() => setSearch('')}>{t('access:passkeys.clear')}</Button>}
            >
              {t('access:passkeys.nothingDetail')}
            </EmptyState>
          ))}
        {rows !== undefined && rows.length > 0 && (
          <Table label={t('access:passkeys.title')}>
            <thead>
              <tr>
                {columns.map(({ key, className }) => (
                  <th key={key} scope="col" className={className}>
                    {t(`access:passkeys.${key}`)}
                  </th>
                ))}
                <th scope="col">
                  <span className="k-visually-hidden">{t('access:passkeys.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((passkey) => (
                <Row
                  key={passkey.id}
                  passkey={passkey}
                  busy={acts.toggle.isPending && acts.toggle.variables === passkey.id}
                  onToggle={() => acts.toggle.mutate(passkey.id)}
                  onDelete={() => setLeaving(passkey)}
                />
              ))}
            </tbody>
          </Table>
        )}
        {passkeys.hasNextPage && (
          <Button
            className="self-center"
            busy={passkeys.isFetchingNextPage}
            onClick={() => void passkeys.fetchNextPage()}
          >
            {t('access:passkeys.more')}
          </Button>
        )}
      </div>
      {leaving && (
        <ConfirmDialog
          title={t('access:passkeys.deleteTitle', { name: leaving.deviceName, user: leaving.user.name })}
          description={t('access:passkeys.deleteDetail')}
          confirmLabel={t('access:passkeys.deleteLabel')}
          open
          onOpenChange={(stays) => {
            if (!stays) setLeaving(null)
          }}
          onConfirm={() => acts.remove.mutateAsync(leaving.id)}
        />
      )}
    </div>
  )
}

function Row({
  passkey,
  busy,
  onToggle,
  onDelete,
}: {
  passkey: ManagedPasskey
  busy: boolean
  onToggle(): void
  onDelete(): void
}) {
  const { t, i18n } = useTranslation(['access', 'ownPasskeys'])
  const names = { name: passkey.deviceName, user: passkey.user.name }
  const date = (at: string) => (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short' }).format(new Date(at))}
    </time>
  )
  return (
    <tr>
      <td>
        <span className="block max-w-28 truncate pane:max-w-56 font-medium" title={passkey.user.name}>
          {passkey.user.name}
        </span>
        <span className="block max-w-28 truncate pane:max-w-56 text-ink-muted" title={passkey.user.email}>
          {passkey.user.email}
        </span>
      </td>
      <td>
        <span className="block max-w-20 truncate pane:max-w-48" title={passkey.deviceName}>
          {passkey.deviceName}
        </span>
      </td>
      <td className={classNames(wide, 'whitespace-nowrap')}>{t(`ownPasskeys:type.${passkey.authenticatorType}`)}</td>
      <td className={wide}>{date(passkey.createdAt)}</td>
      <td className={wide}>
        {passkey.lastUsedAt ? (
          <TimeAgo at={passkey.lastUsedAt} className="whitespace-nowrap tabular-nums" />
        ) : (
          <span className="text-ink-muted">{t('access:passkeys.never')}</span>
        )}
      </td>
      <td>
        <Switch
          aria-label={t('access:passkeys.activeOf', names)}
          checked={passkey.isActive}
          disabled={busy}
          onCheckedChange={onToggle}
        />
      </td>
      <td className="text-right">
        <IconButton icon={<Trash2 size={16} />} label={t('access:passkeys.delete', names)} onClick={onDelete} />
      </td>
    </tr>
  )
}
