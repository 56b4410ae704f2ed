import { ApiError, Button, Dialog, EmptyState, ErrorState, Field, Select, Skeleton, useErrorWords } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnections } from '../channels/use-connections.ts'
import { useContactActs } from './use-contacts.ts'

/** Begins a conversation with a contact through a chosen channel; one that is open already is gone to instead. */
export function TalkDialog({ contact, onClose }: { contact: { id: string; name: string }; onClose(): void }) {
  const { t } = useTranslation('contacts')
  const wordsOf = useErrorWords()
  const router = useRouter()
  const connections = useConnections()
  const { open } = useContactActs()
  const usable = connections.data?.filter(({ isActive }) => isActive) ?? []
  const [chosen, setChosen] = useState('')
  const channelId = chosen || (usable.find(({ isDefault }) => isDefault) ?? usable[0])?.id
  const go = (ticketId: string): void => { onClose(); void router.navigate({ to: '/atendimento/$ticketId', params: { ticketId } }) }
  const words = open.isError ? wordsOf(open.error) : undefined
  const other = ApiError.is(open.error) ? open.error.facts.ticketId : undefined
  return (
    <Dialog
      title={t('talk.title', { name: contact.name })} open onOpenChange={(stays) => { if (!stays) onClose() }}
      footer={<><Button onClick={onClose}>{t('shell:action.cancel')}</Button>{other
        ? <Button variant="primary" onClick={() => go(other)}>{t('talk.goThere')}</Button>
        : <Button variant="primary" disabled={!channelId} busy={open.isPending} onClick={() => { if (channelId) open.mutate({ contactId: contact.id, channelId }, { onSuccess: ({ id }) => go(id) }) }}>{t('talk.submit')}</Button>}</>}
    >
      {connections.isError ? <ErrorState what={t('talk.what')} error={connections.error} onRetry={() => void connections.refetch()} />
        : connections.isPending ? <Skeleton lines={2} />
        : usable.length === 0 ? <EmptyState icon={<Plug size={20} />} title={t('talk.noChannel')}>{t('talk.noChannelDetail')}</EmptyState>
        : <Field label={t('talk.channel')}><Select value={channelId ?? ''} onValueChange={(id) => { setChosen(id); open.reset() }} options={usable.map(({ id, name }) => ({ value: id, label: name }))} /></Field>}
      {words && <p role="alert" className="k-field-error">{[words.text, words.detail].filter(Boolean).join('. ')}</p>}
    </Dialog>
  )
}
