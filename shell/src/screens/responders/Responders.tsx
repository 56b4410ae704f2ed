import {
  ApiError,
  BlockValues,
  Button,
  ChoicePopover,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  NoPermission,
  PageHeader,
  Skeleton,
  toast,
} from '@recado/sdk/ui'
import { Bot, Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponderOrder, ResponderPlace, ResponderScope } from '../../base/contracts.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { useConnections } from '../../data/channels/use-connections.ts'
import { useQueues } from '../../data/queues/use-queues.ts'
import { useResponderOrders, useSaveOrder, type Offer } from '../../data/responders/use-responders.ts'
import { OrderEditor } from './OrderEditor.tsx'

const company: ResponderScope = { kind: 'company' }
const keyOf = (scope: ResponderScope): string => (scope.kind === 'company' ? 'company' : `${scope.kind}/${scope.id}`)

/** `/configuracoes/respostas-automaticas`: what answers conversations before people do, and in which order. */
export function Responders() {
  const { t } = useTranslation('rules')
  const { query, offer } = useResponderOrders()
  const save = useSaveOrder()
  const connections = useConnections().data ?? []
  const queues = useQueues()
  const [editing, setEditing] = useState<ResponderOrder>()
  const orders = query.data?.orders ?? []
  const nameOf = (scope: ResponderScope): string => {
    if (scope.kind === 'company') return t('responders.scope.company')
    const named = scope.kind === 'connection' ? connections : queues.map(({ id, queue }) => ({ id, name: queue }))
    const name = named.find(({ id }) => id === scope.id)?.name ?? '…'
    return t(`responders.scope.${scope.kind}`, { name })
  }
  const ofCompany = orders.find(({ scope }) => scope.kind === 'company') ?? { scope: company, places: [] }
  const own = orders.filter(({ scope }) => scope.kind !== 'company')
  const taken = new Set(own.map(({ scope }) => keyOf(scope)))
  const choices = [
    ...connections.map(({ id, name }) => ({
      value: `connection/${id}`,
      label: name,
      group: t('responders.connections'),
      icon: 'radio',
    })),
    ...queues.map(({ id, queue }) => ({
      value: `queue/${id}`,
      label: queue,
      group: t('responders.queues'),
      icon: 'inbox',
    })),
  ].filter(({ value }) => !taken.has(value))
  const remove = (order: ResponderOrder): void =>
    save.mutate(
      { scope: order.scope, places: null },
      {
        onError: reportFailure,
        onSuccess: () =>
          toast.success(t('responders.removed', { name: nameOf(order.scope) }), {
            action: { label: t('responders.undo'), onClick: () => save.mutate(order, { onError: reportFailure }) },
          }),
      },
    )
  if (ApiError.is(query.error) && query.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={t('responders.title')} description={t('responders.description')} />
        {query.isError && (
          <ErrorState what={t('responders.what')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {!query.isError && !offer && <Skeleton height="12rem" className="rounded-lg" />}
        {offer && offer.offered.length === 0 && orders.length === 0 && (
          <EmptyState icon={<Bot size={22} />} title={t('responders.none')}>
            {t('responders.noneDetail')}
          </EmptyState>
        )}
        {offer && (offer.offered.length > 0 || orders.length > 0) && (
          <>
            <OrderCard order={ofCompany} name={nameOf(company)} offer={offer} onEdit={() => setEditing(ofCompany)} />
            {own.map((order) => (
              <OrderCard
                key={keyOf(order.scope)}
                order={order}
                name={nameOf(order.scope)}
                offer={offer}
                onEdit={() => setEditing(order)}
                onRemove={() => remove(order)}
              />
            ))}
            <ChoicePopover
              label={t('responders.addScope')}
              choices={choices}
              onChoose={(value) => {
                const [kind, id = ''] = value.split('/') as ['connection' | 'queue', string]
                setEditing({ scope: { kind, id }, places: [] })
              }}
              trigger={
                <Button className="self-start" icon={<Plus size={16} />} disabled={choices.length === 0}>
                  {t('responders.addScope')}
                </Button>
              }
            />
          </>
        )}
        {editing && offer && (
          <OrderEditor
            order={editing}
            name={nameOf(editing.scope)}
            offer={offer}
            onClose={() => setEditing(undefined)}
          />
        )}
      </div>
    </div>
  )
}

interface OrderCardProps {
  order: ResponderOrder
  name: string
  offer: Offer
  onEdit(): void
  onRemove?(): void
}

/** An order as a list, and as a sentence for who only reads. */
function OrderCard({ order, name, offer, onEdit, onRemove }: OrderCardProps) {
  const { t } = useTranslation('rules')
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="rounded-lg border border-line bg-surface p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 id={heading} className="text-base font-semibold break-words">
            {name}
          </h2>
          <p className="text-list text-ink-muted">{sentence(order.places)}</p>
        </div>
        <Button size="small" icon={<Pencil size={14} />} aria-label={t('responders.editOf', { name })} onClick={onEdit}>
          {t('shell:action.edit')}
        </Button>
        {onRemove && (
          <IconButton
            size="small"
            icon={<Trash2 size={15} />}
            label={t('responders.removeOf', { name })}
            onClick={onRemove}
          />
        )}
      </div>
      {order.places.length > 0 && (
        <ol className="mt-3 flex flex-col gap-2">
          {order.places.map((place, at) => (
            // A place has no id of its own, and the card only shows them.
            // eslint-disable-next-line react/no-array-index-key
            <Place key={at} place={place} at={at} offer={offer} />
          ))}
        </ol>
      )}
    </section>
  )

  function sentence(places: readonly ResponderPlace[]): string {
    if (places.length === 0) return t(`responders.people.${order.scope.kind}`)
    const steps = places.map((place) => offer.titleOf(place)).join(' → ')
    return t(`responders.sentence.${order.scope.kind}`, { steps })
  }
}

function Place({ place, at, offer }: { place: ResponderPlace; at: number; offer: Offer }) {
  const { t } = useTranslation('rules')
  const found = offer.find(place)
  return (
    <li className="flex items-start gap-2 text-list">
      <Icon name={found?.icon ?? 'puzzle'} size={15} className="mt-0.5 shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1">
        <p className="break-words">
          {at + 1}. {offer.titleOf(place)}
        </p>
        {found ? (
          <p className="text-xs text-ink-muted">
            <BlockValues
              fields={found.fields}
              values={place.input}
              namespace={found.namespace}
              prefix={`${found.words}.fields`}
            />
          </p>
        ) : (
          <p className="text-xs text-danger">{t('responders.gone')}</p>
        )}
      </div>
    </li>
  )
}
