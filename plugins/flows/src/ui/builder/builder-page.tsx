import { Button, EmptyState, ErrorState, Icon, NoPermission, Skeleton, usePermission, useWords } from '@recado/sdk/ui'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useFlow } from '../use-flows.ts'
import { Builder } from './builder.tsx'

/** `/configuracoes/chat-flow/builder?id=…` (S2-088): one flow, drawn. */
export default function BuilderPage() {
  return usePermission('manage') ? <ChosenFlow /> : <NoPermission />
}

function ChosenFlow() {
  const { t } = useWords()
  const router = useRouter()
  const { search } = useLocation()
  const id = (search as { id?: unknown }).id
  if (typeof id !== 'string')
    return (
      <div className="grid h-full place-items-center p-6">
        <EmptyState
          icon={<Icon name="workflow" />}
          title={t('builder.noFlow')}
          action={
            <Button onClick={() => void router.navigate({ to: '/configuracoes/chat-flow' as never })}>
              {t('builder.toList')}
            </Button>
          }
        >
          {t('builder.noFlowDetail')}
        </EmptyState>
      </div>
    )
  return <LoadedFlow key={id} id={id} />
}

function LoadedFlow({ id }: { id: string }) {
  const { t } = useWords()
  const query = useFlow(id)
  if (query.isError)
    return (
      <div className="grid h-full place-items-center p-6">
        <ErrorState what={t('builder.what')} error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  return query.data ? <Builder flow={query.data} /> : <Skeleton height="100%" />
}
