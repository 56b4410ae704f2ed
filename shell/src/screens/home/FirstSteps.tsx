import { Button, IconButton, useApi, usePermission } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { useManifest } from '../../data/workplace/workplace-context.ts'
import type { Connection, TicketCounts, TicketPage } from '../../base/contracts.ts'
import { TryDemo } from './TryDemo.tsx'
import { usePreferences } from '../../base/preferences/use-preferences.ts'

/**
 * The first minute of a company: each step is ticked automatically when it is done. Steps that the user may not do are
 * left out. Hidden for good by the user, or when all is done.
 */
export function FirstSteps({ counts }: { counts: TicketCounts | undefined }) {
  const { t } = useTranslation('home')
  const api = useApi()
  const router = useRouter()
  const manifest = useManifest()
  const [{ filtrosAtendimento: kept }, setPreferences] = usePreferences()
  const hidden = kept['firstStepsHidden'] === true
  const connections = useQuery({
    queryKey: keys.connections,
    queryFn: ({ signal }) => api.get<Connection[]>('/whatsapp', { signal }),
    enabled: !hidden,
  })
  const latest = useQuery({
    queryKey: [...keys.counts, 'answered'],
    enabled: !hidden,
    queryFn: ({ signal }) =>
      api.get<TicketPage>('/tickets/', { signal, query: { status: ['open', 'pending', 'closed'], limit: 20 } }),
  })
  const mayConnect = usePermission('channels.manage')
  const mayInvite = usePermission('users.manage')
  const isMaster = usePermission('platform.manage')
  const team = useQuery({
    queryKey: [...keys.users, 'count'],
    queryFn: ({ signal }) => api.get<{ count: number }>('/users', { signal }),
    enabled: !hidden && mayInvite,
  })
  if (hidden || !counts || !connections.data || !latest.data || (mayInvite && !team.data)) return null

  const tryIt = connections.data.flatMap(
    (connection) =>
      manifest.channels
        .find((channel) => channel.type === connection.type)
        ?.demoPath?.replace('{connectionId}', connection.id) ?? [],
  )[0]
  const written = latest.data.tickets.length > 0
  const steps = [
    {
      key: 'write',
      done: written,
      act: tryIt
        ? () => {
            open(tryIt, '_blank', 'noopener')
          }
        : null,
    },
    {
      key: 'answer',
      done: latest.data.tickets.some((ticket) => ticket.answered || ticket.lastMessageFromMe),
      act: () => void router.navigate({ to: '/atendimento' }),
    },
    ...(mayConnect
      ? [
          {
            key: 'connect',
            done: connections.data.some((connection) => connection.status === 'connected' && !connection.isDefault),
            act: () => void router.navigate({ to: '/configuracoes/canais' }),
          } as const,
        ]
      : []),
    ...(mayInvite
      ? [
          {
            key: 'invite',
            done: team.data!.count > 1,
            act: () => void router.navigate({ to: '/configuracoes/usuarios' }),
          } as const,
        ]
      : []),
  ] as const
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  const current = steps.findIndex((step) => !step.done)

  return (
    <section className="overflow-hidden rounded-lg border border-line bg-surface" aria-labelledby="first-steps">
      <header className="flex items-center gap-3 px-4 pt-3 pb-2">
        <h2 id="first-steps" className="text-thread font-semibold">
          {t('start.title')}
        </h2>
        <span className="text-list text-ink-muted tabular-nums">
          {t('start.progress', { done, total: steps.length })}
        </span>
        <IconButton
          className="ml-auto"
          size="small"
          icon={<X size={16} />}
          label={t('start.hide')}
          onClick={() => setPreferences({ filtrosAtendimento: { ...kept, firstStepsHidden: true } })}
        />
      </header>
      <ol>
        {steps.map(({ key, done: ticked, act }, index) => (
          <li key={key} className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3">
            <span
              className={
                'grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums ' +
                (ticked ? 'bg-accent text-accent-ink' : 'border border-line-strong text-ink-muted')
              }
            >
              {ticked ? <Check size={14} aria-hidden /> : index + 1}
              <span className="sr-only">{t(ticked ? 'start.done' : 'start.todo')}</span>
            </span>
            <span className="min-w-0 flex-1 basis-60">
              <span
                className={
                  'block text-thread font-medium ' +
                  (ticked ? 'text-ink-muted line-through decoration-line-strong' : '')
                }
              >
                {t(`start.${key}`)}
              </span>
              {!ticked && <span className="block text-list text-ink-muted">{t(`start.${key}Detail`)}</span>}
            </span>
            {!ticked && act && (
              <Button
                size="small"
                className="ml-9 pane:ml-0"
                variant={index === current ? 'primary' : 'secondary'}
                onClick={act}
              >
                {t(`start.${key}Action`)}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {isMaster && <TryDemo />}
    </section>
  )
}
