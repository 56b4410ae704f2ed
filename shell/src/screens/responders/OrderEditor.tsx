import {
  ApiError,
  BlockForm,
  Button,
  ChoicePopover,
  FormDialog,
  Icon,
  IconButton,
  issuesBelow,
  startingValues,
  toast,
  useErrorText,
  useFieldErrors,
  useFieldProblems,
  valuesToSend,
} from '@recado/sdk/ui'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  mostResponders,
  type OfferedResponder,
  type ResponderOrder,
  type ResponderPlace,
} from '../../base/contracts.ts'
import { useSaveOrder, type Offer } from '../../data/responders/use-responders.ts'

/** A place while it is edited; `key` tells those of one responder apart. */
interface DraftPlace extends Pick<ResponderPlace, 'plugin' | 'name'> {
  readonly key: number
  readonly values: Record<string, unknown>
}

interface OrderEditorProps {
  order: ResponderOrder
  name: string
  offer: Offer
  onClose(): void
}

/** Puts responders into an order. What is refused stays as it was entered. */
export function OrderEditor({ order, name, offer, onClose }: OrderEditorProps) {
  const { t } = useTranslation('rules')
  const textOf = useErrorText()
  const fieldErrors = useFieldErrors()
  const problemsOf = useFieldProblems()
  const save = useSaveOrder()
  const [places, setPlaces] = useState<readonly DraftPlace[]>(() =>
    order.places.map(({ plugin, name: responder, input }, key) => {
      const found = offer.find({ plugin, name: responder })
      return { key, plugin, name: responder, values: found ? startingValues(found.fields, input) : input }
    }),
  )
  const [tries, setTries] = useState(0)
  const [said, setSaid] = useState('')
  const refused = save.error ? fieldErrors(save.error) : {}
  const isFull = places.length >= mostResponders
  const mistakesOf = ({ values }: DraftPlace, found: OfferedResponder | undefined): Record<string, string> =>
    tries > 0 && found ? problemsOf(found.fields, values) : {}
  const move = (from: number, by: -1 | 1): void => {
    const moved = places.toSpliced(from, 1)
    setPlaces(moved.toSpliced(from + by, 0, places[from]!))
    setSaid(t('responders.moved', { place: from + by + 1, count: places.length }))
  }
  const add = (value: string): void => {
    const responder = offer.offered.find((one) => `${one.plugin}/${one.name}` === value)
    if (!responder) return
    const key = Math.max(-1, ...places.map((place) => place.key)) + 1
    const { plugin, name: called, fields } = responder
    setPlaces([...places, { key, plugin, name: called, values: startingValues(fields, {}) }])
  }
  const submit = (): void => {
    setTries(tries + 1)
    const isWrong = places.some((place) => {
      const found = offer.find(place)
      return found !== undefined && Object.keys(problemsOf(found.fields, place.values)).length > 0
    })
    if (isWrong) return
    save.mutate(
      {
        scope: order.scope,
        places: places.map(({ plugin, name: responder, values }) => {
          const found = offer.find({ plugin, name: responder })
          return { plugin, name: responder, input: found ? valuesToSend(found.fields, values) : values }
        }),
      },
      {
        onSuccess: () => {
          toast.success(t('responders.saved', { name }))
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('responders.editTitle', { name })}
      shape="sheet"
      busy={save.isPending}
      problem={save.error !== null && Object.keys(refused).length === 0 ? textOf(save.error) : undefined}
      mistakes={save.error ?? tries}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-list text-ink-muted">{t(`responders.help.${order.scope.kind}`)}</p>
      <ol className="flex flex-col gap-3">
        {places.map((place, at) => {
          const found = offer.find(place)
          const title = offer.titleOf(place)
          const isGone = !found || (ApiError.is(save.error) && refused[`places.${at}`] !== undefined)
          return (
            <li key={place.key} aria-label={title} className="flex flex-col gap-2 rounded-md border border-line p-3">
              <div className="flex items-center gap-1">
                <Icon name={found?.icon ?? 'puzzle'} size={15} className="shrink-0 text-ink-muted" />
                <span className="min-w-0 flex-1 pl-1 text-list font-medium break-words">
                  {at + 1}. {title}
                </span>
                <IconButton
                  size="small"
                  icon={<ArrowUp size={15} />}
                  label={t('responders.up', { title })}
                  aria-disabled={at === 0}
                  onClick={() => {
                    if (at > 0) move(at, -1)
                  }}
                />
                <IconButton
                  size="small"
                  icon={<ArrowDown size={15} />}
                  label={t('responders.down', { title })}
                  aria-disabled={at === places.length - 1}
                  onClick={() => {
                    if (at < places.length - 1) move(at, 1)
                  }}
                />
                <IconButton
                  size="small"
                  icon={<Trash2 size={15} />}
                  label={t('responders.takeOut', { title })}
                  onClick={() => setPlaces(places.toSpliced(at, 1))}
                />
              </div>
              {found && offer.helpOf(found) !== '' && <p className="text-xs text-ink-muted">{offer.helpOf(found)}</p>}
              {found && found.fields.length > 0 && (
                <BlockForm
                  fields={found.fields}
                  namespace={found.namespace}
                  prefix={`${found.words}.fields`}
                  values={place.values}
                  issues={{ ...issuesBelow(refused, `places.${at}.input`), ...mistakesOf(place, found) }}
                  onChange={(values) => setPlaces(places.with(at, { ...place, values }))}
                />
              )}
              {isGone && (
                <p role="alert" className="text-xs text-danger">
                  {t('responders.gone')}
                </p>
              )}
            </li>
          )
        })}
      </ol>
      <p className="text-list text-ink-muted">
        {places.length + 1}. {t('responders.thenPeople')}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ChoicePopover
        label={t('responders.add')}
        onChoose={add}
        choices={offer.offered.map((responder) => ({
          value: `${responder.plugin}/${responder.name}`,
          label: offer.titleOf(responder),
          group: offer.pluginOf(responder),
          icon: responder.icon ?? 'puzzle',
          keywords: [offer.helpOf(responder)],
        }))}
        trigger={
          <Button size="small" className="self-start" icon={<Plus size={15} />} disabled={isFull}>
            {t('responders.add')}
          </Button>
        }
      />
    </FormDialog>
  )
}
