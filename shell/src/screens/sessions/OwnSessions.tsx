import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  PageHeader,
  Skeleton,
  toast,
  useApi,
} from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, MonitorSmartphone, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../base/ui/TimeAgo.tsx'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { keys } from '../../base/query-keys.ts'
import { signOut } from '../../base/session/sign-out.ts'
import type { SessionInfo } from '../../base/contracts.ts'

const handhelds: readonly string[] = ['Android', 'iPhone', 'iPad']

/** `/sessoes`: where one is signed in. Signing another device out takes one click; it can sign in again. */
export function OwnSessions() {
  const { t } = useTranslation('access')
  const api = useApi()
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState(false)
  const sessions = useQuery({
    queryKey: keys.ownSessions,
    queryFn: ({ signal }) => api.get<SessionInfo[]>('/auth/sessions', { signal }),
    staleTime: 0,
  })
  const end = useMutation({
    mutationFn: (id: string) => api.delete(`/auth/sessions/${id}`),
    onSuccess: (_, id) => {
      queries.setQueryData<SessionInfo[]>(keys.ownSessions, (rows) => rows?.filter((row) => row.id !== id))
      toast.success(t('sessions.ended'))
    },
    onError: (error) => {
      reportFailure(error)
      void sessions.refetch()
    },
  })
  const others = sessions.data?.filter((row) => !row.current) ?? []
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={t('sessions.title')} description={t('sessions.description')} />
        {sessions.isPending && (
          <div className="flex flex-col gap-3">
            <Skeleton height="5rem" className="rounded-lg" />
            <Skeleton height="5rem" className="rounded-lg" />
          </div>
        )}
        {sessions.isError && (
          <ErrorState what={t('sessions.what')} error={sessions.error} onRetry={() => void sessions.refetch()} />
        )}
        {sessions.data && (
          <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
            {sessions.data.map((row) => (
              <SessionRow
                key={row.id}
                row={row}
                busy={end.isPending && end.variables === row.id}
                onEnd={() => (row.current ? setLeaving(true) : end.mutate(row.id))}
              />
            ))}
          </ul>
        )}
        {sessions.data && others.length === 0 && (
          <EmptyState icon={<MonitorSmartphone size={22} />} title={t('sessions.onlyThis')}>
            {t('sessions.onlyThisDetail')}
          </EmptyState>
        )}
      </div>
      <ConfirmDialog
        title={t('sessions.leaveTitle')}
        description={t('sessions.leaveDetail')}
        confirmLabel={t('sessions.leaveConfirm')}
        open={leaving}
        onOpenChange={setLeaving}
        onConfirm={() => signOut()}
      />
    </div>
  )
}

function SessionRow({ row, busy, onEnd }: { row: SessionInfo; busy: boolean; onEnd(): void }) {
  const { t } = useTranslation('access')
  const Device = row.system && handhelds.includes(row.system) ? Smartphone : Laptop
  const name =
    row.browser && row.system
      ? t('sessions.device', { browser: row.browser, system: row.system })
      : (row.browser ?? row.system ?? t('sessions.unknownDevice'))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <Device size={20} className="shrink-0 text-ink-muted" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-thread font-medium">
          {name}
          {row.current && <Badge tone="success">{t('sessions.current')}</Badge>}
        </p>
        <p className="text-list break-words text-ink-muted tabular-nums">
          {t('sessions.begun')} <TimeAgo at={row.createdAt} /> · {t('sessions.seen')} <TimeAgo at={row.lastSeenAt} />
        </p>
        {row.ip && (
          <p className="text-xs break-all text-ink-muted tabular-nums">{t('sessions.address', { ip: row.ip })}</p>
        )}
      </div>
      <Button
        size="small"
        busy={busy}
        aria-label={t(row.current ? 'sessions.leaveLabel' : 'sessions.endLabel', { device: name })}
        onClick={onEnd}
      >
        {t(row.current ? 'sessions.leave' : 'sessions.end')}
      </Button>
    </li>
  )
}
