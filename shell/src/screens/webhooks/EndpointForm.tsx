import { ApiError, Checkbox, Field, Input, toast, useErrorWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  descriptionLengths,
  webhookAddressLength,
  type WebhookEndpoint,
  type WebhookEndpointInput,
  type WebhookEventType,
  webhookEventTypes,
} from '../../base/contracts.ts'
import { FormSheet, useFormSheet } from '../../base/forms/FormSheet.tsx'
import { useConnections } from '../../data/channels/use-connections.ts'
import { useQueues } from '../../data/queues/use-queues.ts'
import { inputOf, useWebhookWords } from './use-webhook-words.ts'
import { useWebhookActs } from './use-webhooks.ts'

const areas = Map.groupBy(webhookEventTypes, (type) => type.split('.', 1)[0]!)
const empty: WebhookEndpointInput = {
  url: '',
  description: '',
  types: ['message.received.v1'],
  channelIds: [],
  queueIds: [],
  isActive: true,
}

/** Adds an endpoint or changes one. `onCreated` gets the secret of a new one, which is known this once. */
export function EndpointForm({
  endpoint,
  onClose,
  onCreated = () => undefined,
}: {
  endpoint?: WebhookEndpoint
  onClose(): void
  onCreated?(secret: string): void
}) {
  const { t } = useTranslation('webhooks')
  const words = useWebhookWords()
  const wordsOf = useErrorWords()
  const { create, update } = useWebhookActs()
  const sheet = useFormSheet(() => undefined)
  const [draft, setDraft] = useState(() => (endpoint ? inputOf(endpoint) : empty))
  const [tried, setTried] = useState(false)
  const connections = useConnections().data ?? []
  const queues = useQueues()
  const set = (part: Partial<WebhookEndpointInput>) => {
    setDraft((now) => ({ ...now, ...part }))
    sheet.forget()
  }
  const refused = ApiError.is(sheet.problem) && sheet.problem.code === 'ERR_WEBHOOK_ADDRESS'
  const refusal = refused ? wordsOf(sheet.problem) : undefined
  const isMissing = { url: draft.url.trim() === '', types: draft.types.length === 0 }
  const submit = () => {
    setTried(true)
    if (isMissing.url || isMissing.types) return
    void sheet.send(async () => {
      if (endpoint) {
        await update.mutateAsync({ id: endpoint.id, ...draft })
        toast.success(t('saved'))
        onClose()
      } else onCreated((await create.mutateAsync(draft)).secret)
    })
  }
  const toggled = <T extends string>(all: readonly T[], one: T, isOn: boolean): T[] =>
    isOn ? [...all, one] : all.filter((other) => other !== one)
  return (
    <FormSheet
      sheet={sheet}
      title={endpoint ? t('editTitle') : t('add')}
      action={t('shell:action.save')}
      told={refused}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('field.url')}
        help={t('field.urlHelp')}
        required
        error={
          tried && isMissing.url
            ? t('shell:login.required')
            : refusal && [refusal.text, refusal.detail].filter(Boolean).join('. ')
        }
      >
        <Input
          type="url"
          inputMode="url"
          value={draft.url}
          maxLength={webhookAddressLength}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          onChange={(event) => set({ url: event.target.value })}
        />
      </Field>
      <Field label={t('field.description')}>
        <Input
          value={draft.description}
          maxLength={descriptionLengths.webhook}
          autoComplete="off"
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <fieldset className="flex flex-col gap-3">
        <legend className="k-label mb-1">{t('events')}</legend>
        {tried && isMissing.types && (
          <p role="alert" className="k-field-error">
            {t('eventsMissing')}
          </p>
        )}
        {[...areas].map(([area, types]) => (
          <div
            key={area}
            role="group"
            aria-label={t(`area.${area}`)}
            className="flex flex-col gap-1 rounded-md border border-line px-3 py-2"
          >
            <p className="text-xs font-medium text-ink-muted">{t(`area.${area}`)}</p>
            {types.map((type: WebhookEventType) => (
              <Checkbox
                key={type}
                label={words.event(type)}
                checked={draft.types.includes(type)}
                onCheckedChange={(isOn) => set({ types: toggled(draft.types, type, isOn) })}
              />
            ))}
          </div>
        ))}
      </fieldset>
      <p className="k-help">{t('field.filterHelp')}</p>
      <Filter
        legend={t('field.channels')}
        rows={connections}
        chosen={draft.channelIds}
        onToggle={(id, isOn) => set({ channelIds: toggled(draft.channelIds, id, isOn) })}
      />
      <Filter
        legend={t('field.queues')}
        rows={queues.map(({ id, queue }) => ({ id, name: queue }))}
        chosen={draft.queueIds}
        onToggle={(id, isOn) => set({ queueIds: toggled(draft.queueIds, id, isOn) })}
      />
    </FormSheet>
  )
}

function Filter<Id extends string>({
  legend,
  rows,
  chosen,
  onToggle,
}: {
  legend: string
  rows: readonly { readonly id: Id; readonly name: string }[]
  chosen: readonly Id[]
  onToggle(id: Id, isOn: boolean): void
}) {
  if (rows.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-1 rounded-md border border-line px-3 py-2">
      <legend className="k-label">{legend}</legend>
      {rows.map(({ id, name }) => (
        <Checkbox key={id} label={name} checked={chosen.includes(id)} onCheckedChange={(isOn) => onToggle(id, isOn)} />
      ))}
    </fieldset>
  )
}
